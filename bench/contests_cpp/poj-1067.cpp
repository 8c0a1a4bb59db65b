#include <algorithm>
#include <cmath>
#include <cstdio>
int main() {
    int a, b;
    while (scanf("%d %d", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        puts(a == (int)((b - a) * (1 + std::sqrt(5.0L)) / 2) ? "0" : "1");
    }
}
