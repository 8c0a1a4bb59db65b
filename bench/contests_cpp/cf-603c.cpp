#include <cstdio>
int odd(int n) {  // for an odd k
    if (n < 5) return n == 2 ? 0 : n == 4 ? 2 : n % 2;
    return n % 2 ? 0 : odd(n / 2) == 1 ? 2 : 1;
}
int main() {
    int n, k, a, sum = 0;
    for (scanf("%d %d", &n, &k); n--;) {
        scanf("%d", &a);
        sum ^= k % 2 ? odd(a) : a < 3 ? a : a % 2 == 0;
    }
    puts(sum ? "Kevin" : "Nicky");
}
