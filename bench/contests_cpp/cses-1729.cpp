#include <cstdio>
#include <vector>
int main() {
    int n, k;
    scanf("%d %d", &n, &k);
    std::vector<int> takes(k);
    for (int &take : takes) scanf("%d", &take);
    std::vector<char> wins(n + 1);
    for (int sticks = 1; sticks <= n; ++sticks)
        for (int take : takes) wins[sticks] |= take <= sticks && !wins[sticks - take];
    for (int sticks = 1; sticks <= n; ++sticks) putchar(wins[sticks] ? 'W' : 'L');
    puts("");
}
