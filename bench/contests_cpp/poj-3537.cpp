#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> nimber(n + 1), seen(2 * n);
    for (int row = 1; row <= n; ++row) {
        for (int cell = 0; 2 * cell < row; ++cell)
            seen[nimber[std::max(0, cell - 2)] ^ nimber[std::max(0, row - cell - 3)]] = row;
        while (seen[nimber[row]] == row) ++nimber[row];
    }
    puts(nimber[n] ? "1" : "2");
}
