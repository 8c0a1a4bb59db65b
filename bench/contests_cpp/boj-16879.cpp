#include <cstdio>
int main() {
    int n, x, y, sum = 0;
    for (scanf("%d", &n); n--; sum ^= (x / 3 ^ y / 3) * 3 + (x + y) % 3) scanf("%d %d", &x, &y);
    puts(sum ? "koosaga" : "cubelover");
}
