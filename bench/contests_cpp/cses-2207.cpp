#include <cstdio>
const int SMALL = 2000;  // larger heaps are won: observed far beyond the limit
int nimber[SMALL + 1], seen[1024];
int main() {
    for (int n = 3; n <= SMALL; ++n) {
        for (int part = 1; 2 * part < n; ++part) seen[nimber[part] ^ nimber[n - part]] = n;
        while (seen[nimber[n]] == n) ++nimber[n];
    }
    int t, n;
    for (scanf("%d", &t); t--;) {
        scanf("%d", &n);
        puts(n > SMALL || nimber[n] ? "first" : "second");
    }
}
