#include <cstdio>
int main() {
    int n, a, sum = 0;
    for (scanf("%d", &n); n--;) {
        scanf("%d", &a);
        int factors = 0;
        for (int p = 2; p * p <= a; ++p)
            for (; a % p == 0; a /= p) ++factors;
        sum ^= factors + (a > 1);
    }
    puts(sum ? "Anna" : "Bruno");
}
