#include <cstdio>
int main() {
    int n, sum = 0;
    for (scanf("%d", &n); n--;) {
        long long a, k;
        scanf("%lld %lld", &a, &k);
        while (a >= k && a % k) {
            long long step = a / k + 1;
            a -= step * ((a % k + step - 1) / step);
        }
        sum ^= a < k ? 0 : (int)(a / k);
    }
    puts(sum ? "Takahashi" : "Aoki");
}
