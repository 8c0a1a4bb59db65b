// Grid Game: ./grid [MISTAKE].
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main(int, char** words) {
    string mistake = words[1] ? words[1] : "";
    int height, width, longest, queries;
    cin >> height >> width >> longest;
    vector<string> rows(height);
    for (auto& row : rows) cin >> row;
    vector<vector<char>> wins(height, vector<char>(width, 0));
    for (int r = height - 1; r >= 0; r--)
        for (int c = width - 1; c >= 0; c--) {
            auto lost = [&](int y, int x) { return y < height && x < width && rows[y][x] == '.' && !wins[y][x]; };
            bool won = lost(r + 1, c) || lost(r, c + 1);
            for (int step = 1; step <= longest && !won; step++) {
                if (mistake == "blocked" && r + step < height && c + step < width && rows[r + step][c + step] == '#') break;
                won = lost(r + step, c + step);
            }
            wins[r][c] = won;
        }
    cin >> queries;
    while (queries--) {
        int x, y;
        cin >> x >> y;
        if (mistake == "x-and-y") swap(x, y);
        bool won = x <= height && y <= width && wins[x - 1][y - 1];
        cout << (won ? "First" : "Second") << "\n";
    }
}
