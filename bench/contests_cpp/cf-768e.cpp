#include <cstdio>
int main() {
    int n, s, sum = 0;
    for (scanf("%d", &n); n--;) {
        scanf("%d", &s);
        int most = 0;
        while ((most + 1) * (most + 2) / 2 <= s) ++most;
        sum ^= most;
    }
    puts(sum ? "NO" : "YES");
}
