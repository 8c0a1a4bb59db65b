#include <cstdio>
#include <map>
#include <unordered_map>
std::unordered_map<int, int> known;
int nimber(int exponents) {  // bit e: the prime is e times in a number, e > 0
    if (!exponents) return 0;
    auto found = known.find(exponents);
    if (found != known.end()) return found->second;
    unsigned long long seen = 0;
    for (int power = 1; exponents >> power; ++power)
        seen |= 1ull << nimber((exponents >> power | (exponents & ((1 << power) - 1))) & ~1);
    return known[exponents] = __builtin_ctzll(~seen);
}
int main() {
    int n, a, sum = 0;
    std::map<int, int> primes;
    for (scanf("%d", &n); n--;) {
        scanf("%d", &a);
        for (int p = 2; p * p <= a; ++p) {
            int power = 0;
            for (; a % p == 0; a /= p) ++power;
            if (power) primes[p] |= 1 << power;
        }
        if (a > 1) primes[a] |= 2;
    }
    for (auto &prime : primes) sum ^= nimber(prime.second);
    puts(sum ? "Mojtaba" : "Arpa");
}
