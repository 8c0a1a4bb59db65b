#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
    int n, most = 0;
    scanf("%d", &n);
    std::vector<int> piles(n), takes{1, 2};
    for (int &pile : piles) scanf("%d", &pile), most = std::max(most, pile);
    while (takes.end()[-1] + takes.end()[-2] <= most) takes.push_back(takes.end()[-1] + takes.end()[-2]);
    std::vector<char> nimber(most + 1);
    for (int pile = 1; pile <= most; ++pile) {
        unsigned long long seen = 0;
        for (int take : takes) {
            if (take > pile) break;
            seen |= 1ull << nimber[pile - take];
        }
        nimber[pile] = (char)__builtin_ctzll(~seen);
    }
    int sum = 0;
    for (int pile : piles) sum ^= nimber[pile];
    puts(sum ? "koosaga" : "cubelover");
}
