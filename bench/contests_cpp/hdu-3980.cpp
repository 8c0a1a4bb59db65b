#include <cstdio>
#include <vector>
bool wins(int n, int m) {
    if (n < m) return false;
    std::vector<int> nimber(n), seen(n, -1);  // of a row
    for (int row = m; row <= n - m; ++row) {
        for (int left = 0; 2 * left <= row - m; ++left) seen[nimber[left] ^ nimber[row - m - left]] = row;
        while (seen[nimber[row]] == row) ++nimber[row];
    }
    return !nimber[n - m];
}
int main() {
    int t, n, m;
    scanf("%d", &t);
    for (int number = 1; number <= t; ++number) {
        scanf("%d %d", &n, &m);
        printf("Case #%d: %s\n", number, wins(n, m) ? "aekdycoin" : "abcdxyzk");
    }
}
