#include <cstdio>
int main() {
    int n, p;
    while (scanf("%d", &n) == 1 && n) {
        int sum = 0;
        for (; n--; sum ^= p) scanf("%d", &p);
        puts(sum ? "Yes" : "No");
    }
}
