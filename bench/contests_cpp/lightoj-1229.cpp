#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
int nimber[201];
bool has(const std::string &row, const char *part) { return row.find(part) != std::string::npos; }
bool is_lost(const std::string &row) {  // for the player to move
    if (has(row, "XXX")) return true;
    if (has(row, "XX") || has(row, "X.X")) return false;
    int sum = 0, start = 0, n = (int)row.size();
    for (int i = 0; i < n; ++i)
        if (row[i] == 'X') sum ^= nimber[std::max(0, i - 2 - start)], start = i + 3;
    return !(sum ^ nimber[std::max(0, n - start)]);
}
int main() {
    for (int n = 1; n <= 200; ++n) {
        std::vector<bool> seen(256);
        for (int i = 0; i < n; ++i) seen[nimber[std::max(0, i - 2)] ^ nimber[std::max(0, n - i - 3)]] = true;
        while (seen[nimber[n]]) ++nimber[n];
    }
    int t;
    std::string row;
    std::cin >> t;
    for (int number = 1; number <= t; ++number) {
        std::cin >> row;
        std::cout << "Case " << number << ":";
        bool wins = false;
        for (int i = 0; i < (int)row.size(); ++i) {
            if (row[i] == 'X') continue;
            row[i] = 'X';
            if (is_lost(row)) std::cout << ' ' << i + 1, wins = true;
            row[i] = '.';
        }
        std::cout << (wins ? "\n" : " 0\n");
    }
}
