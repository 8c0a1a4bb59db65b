#include <cstdio>
int main() {
    int t, n;
    for (scanf("%d", &t); t--;) {
        unsigned sum = 0, s;
        for (scanf("%d", &n); n--; sum ^= s % 4 == 3 ? s + 1 : s % 4 ? s : s - 1) scanf("%u", &s);
        puts(sum ? "Alice" : "Bob");
    }
}
