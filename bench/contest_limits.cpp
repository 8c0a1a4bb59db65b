// The contest programs beside which bench/contest_limits.py measures: nimbers as a contestant computes them.
//
//     contest_limits NAME   prints a checksum of the nimbers
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
using namespace std;

static uint64_t sum_of(const vector<int> &values) {
    uint64_t total = 0;
    for (int value : values) total = total * 31 + value;
    return total;
}

static int mex(vector<int> &seen, int stamp) {
    int value = 0;
    while (seen[value] == stamp) value++;
    return value;
}

static uint64_t cutting() {  // POJ 2311: cut a sheet; nobody leaves a side of 1
    const int n = 201;
    vector<int> all, seen(1024);
    static int g[n][n];
    int stamp = 0;
    for (int w = 2; w < n; w++)
        for (int h = 2; h < n; h++) {
            stamp++;
            for (int i = 2; i + 2 <= w; i++) seen[g[i][h] ^ g[w - i][h]] = stamp;
            for (int i = 2; i + 2 <= h; i++) seen[g[w][i] ^ g[w][h - i]] = stamp;
            all.push_back(g[w][h] = mex(seen, stamp));
        }
    return sum_of(all);
}

static uint64_t stones() {  // typical90 031: white stones w, blue stones b
    const int white = 51, blue = 1330;
    static int g[white][blue];
    vector<int> all, seen(blue + 2);
    int stamp = 0;
    for (int w = 0; w < white; w++)
        for (int b = 0; b + w * (w + 1) / 2 < blue; b++) {
            stamp++;
            if (w) seen[g[w - 1][b + w]] = stamp;
            for (int k = 1; 2 * k <= b; k++) seen[g[w][b - k]] = stamp;
            g[w][b] = mex(seen, stamp);
        }
    for (int w = 0; w < white; w++)
        for (int b = 0; b <= 50; b++) all.push_back(g[w][b]);
    return sum_of(all);
}

static uint64_t takes(const vector<int> &set, int n) {
    vector<int> g(n), seen(set.size() + 2, -1);
    for (int i = 0; i < n; i++) {
        for (int take : set)
            if (take <= i) seen[g[i - take]] = i;
        g[i] = mex(seen, i);
    }
    return sum_of(g);
}

static vector<int> fibonacci(int most) {
    vector<int> found{1, 2};
    while (found.back() + found[found.size() - 2] <= most) found.push_back(found.back() + found[found.size() - 2]);
    return found;
}

static uint64_t sets() {  // POJ 2960: 100 sets of 100 takes, heaps to 10,000
    uint64_t total = 0, state = 1;
    for (int number = 0; number < 100; number++) {
        vector<int> set;
        for (int i = 0; i < 100; i++) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            set.push_back(1 + (state >> 33) % 10000);
        }
        sort(set.begin(), set.end());
        set.erase(unique(set.begin(), set.end()), set.end());
        total = total * 31 + takes(set, 10001);
    }
    return total;
}

static uint64_t grundy() {  // CSES 2207: the known trick: beyond 2,000 the first player wins
    const int n = 2000;
    vector<int> g(n), seen(1024, -1), wins(1000001);
    for (int i = 0; i < n; i++) {
        for (int a = 1; 2 * a < i; a++) seen[g[a] ^ g[i - a]] = i;
        g[i] = mex(seen, i);
    }
    for (int i = 0; i <= 1000000; i++) wins[i] = i >= n || g[i] > 0;
    return sum_of(wins);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    uint64_t found = !strcmp(name, "cutting") ? cutting()
                   : !strcmp(name, "stones")  ? stones()
                   : !strcmp(name, "pimber")  ? takes(fibonacci(3000000), 3000001)
                   : !strcmp(name, "hdu")     ? takes(fibonacci(1000), 1001)
                   : !strcmp(name, "sets")    ? sets()
                                              : grundy();
    printf("%llu\n", (unsigned long long)found);
}
