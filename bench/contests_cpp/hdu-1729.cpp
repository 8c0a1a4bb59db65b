#include <cmath>
#include <cstdio>
int nimber(int size, int stones) {
    if (!stones || stones == size) return 0;
    int safe = (int)std::sqrt((double)size);
    while (safe + safe * safe >= size) --safe;
    return stones > safe ? size - stones : nimber(safe, stones);
}
int main() {
    for (int number = 1, n; scanf("%d", &n) == 1 && n; ++number) {
        int size, stones, sum = 0;
        for (; n--; sum ^= nimber(size, stones)) scanf("%d %d", &size, &stones);
        printf("Case %d:\n%s\n", number, sum ? "Yes" : "No");
    }
}
