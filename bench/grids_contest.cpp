// The Grid Game as one would write it in a contest: from the goal backwards, with the nearest losing
// cell of each diagonal. Prints the median of seconds, and the number of losing cells.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    int n = atoi(argv[2]), m = atoi(argv[3]), k = atoi(argv[4]), runs = atoi(argv[5]);
    std::vector<char> blocked((size_t)n * m);
    FILE *file = fopen(argv[1], "rb");
    if (!file || fread(blocked.data(), 1, blocked.size(), file) != blocked.size()) return 1;
    std::vector<double> times;
    long losing = 0;
    for (int run = 0; run < runs; run++) {
        auto start = std::chrono::steady_clock::now();
        std::vector<std::vector<char>> wins(n, std::vector<char>(m));
        std::vector<int> nearest(n + m, -1);
        losing = 0;
        for (int i = n - 1; i >= 0; i--)
            for (int j = m - 1; j >= 0; j--) {
                if (blocked[(size_t)i * m + j]) continue;
                bool win = false;
                if (i + 1 < n && !blocked[(size_t)(i + 1) * m + j] && !wins[i + 1][j]) win = true;
                if (j + 1 < m && !blocked[(size_t)i * m + j + 1] && !wins[i][j + 1]) win = true;
                int &row = nearest[i - j + m];
                if (row >= 0 && row - i <= k) win = true;
                wins[i][j] = win;
                if (!win) row = i, losing++;
            }
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        times.push_back(taken.count());
    }
    std::sort(times.begin(), times.end());
    printf("%.9f %ld\n", times[times.size() / 2], losing);
}
