#include <cstdio>
const int MOST = 1000;
int nimber[MOST + 1];
int main() {
    for (int pile = 1; pile <= MOST; ++pile) {
        unsigned seen = 0;
        for (int take = 1, next = 2; take <= pile; next += take, take = next - take) seen |= 1u << nimber[pile - take];
        nimber[pile] = __builtin_ctz(~seen);
    }
    int m, n, p;
    while (scanf("%d %d %d", &m, &n, &p) == 3 && m | n | p) puts(nimber[m] ^ nimber[n] ^ nimber[p] ? "Fibo" : "Nacci");
}
