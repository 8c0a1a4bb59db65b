#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> nimber(n + 1), before(n + 1), seen(1024);
    int least = -1;
    for (int pile = 1; pile <= n; ++pile) {
        for (int k = 2; k * (k + 1) / 2 <= pile; ++k) {
            int rest = pile - k * (k - 1) / 2;
            if (rest % k) continue;
            int low = rest / k, value = before[low + k - 1] ^ before[low - 1];
            seen[value] = pile;
            if (pile == n && !value && least < 0) least = k;
        }
        while (seen[nimber[pile]] == pile) ++nimber[pile];
        before[pile] = before[pile - 1] ^ nimber[pile];
    }
    printf("%d\n", least);
}
