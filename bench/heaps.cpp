// The direct recurrence of an octal code, the digits as compile-time constants: the reference of heaps.py.
// Prints seconds and a checksum for three ways to collect the options of a heap.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int digits[] = {DIGITS};
constexpr int places = sizeof(digits) / sizeof(int);

static std::vector<uint16_t> table, mirror;
static int size;

// Byte marks: the loop that everybody writes first.
static void with_marks() {
    std::vector<int> seen(1 << 16, -1);
    for (int n = 1; n < size; n++) {
        for (int t = 0; t < places; t++) {
            const int rest = n - t;
            if (rest < 0) break;
            if (digits[t] & 1 && rest == 0) seen[0] = n;
            if (digits[t] & 2 && rest > 0) seen[table[rest]] = n;
            if (digits[t] & 4)
                for (int a = 1; a <= rest / 2; a++) seen[table[a] ^ table[rest - a]] = n;
        }
        int g = 0;
        while (seen[g] == n) g++;
        table[n] = g;
    }
}

// One window of 64 values, in four integers of 16 bits, of the pairs of a total.
static uint64_t pairs(int rest, int window) {
    const uint16_t h = 4 * window;
    const uint16_t *p = table.data() + 1, *q = mirror.data() + size - rest;
    const int half = rest / 2;
    uint64_t found = 0;
    for (int from = 0; from < half && ~found; from += 4096) {  // a full window is left early
        const int to = from + 4096 < half ? from + 4096 : half;
        uint16_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (int i = from; i < to; i++) {
            const uint16_t v = p[i] ^ q[i];
            const uint16_t high = v >> 4, bit = uint16_t(1) << (v & 15);
            s0 |= high == h ? bit : uint16_t(0);
            s1 |= high == uint16_t(h + 1) ? bit : uint16_t(0);
            s2 |= high == uint16_t(h + 2) ? bit : uint16_t(0);
            s3 |= high == uint16_t(h + 3) ? bit : uint16_t(0);
        }
        found |= uint64_t(s0) | uint64_t(s1) << 16 | uint64_t(s2) << 32 | uint64_t(s3) << 48;
    }
    return found;
}

// Windows of values; with `shared`, those of a total are kept for the other digits, as in the kernel.
template <bool shared>
static void with_windows() {
    static uint64_t kept[places + 1][1024];
    static int owner[places + 1][1024];
    memset(owner, -1, sizeof owner);
    for (int n = 1; n < size; n++) {
        int window = 0;
        uint64_t seen;
        for (;; window++) {
            seen = 0;
            for (int t = 0; t < places; t++) {
                const int rest = n - t;
                if (rest < 0) break;
                if (digits[t] & 1 && rest == 0 && window == 0) seen |= 1;
                if (digits[t] & 2 && rest > 0 && table[rest] >> 6 == window) seen |= uint64_t(1) << (table[rest] & 63);
            }
            for (int t = 0; t < places && ~seen; t++) {
                const int rest = n - t;
                if (rest < 2) break;
                if (!(digits[t] & 4)) continue;
                if (!shared) {
                    seen |= pairs(rest, window);
                    continue;
                }
                const int slot = rest % (places + 1);
                if (owner[slot][window] != rest) {
                    kept[slot][window] = pairs(rest, window);
                    owner[slot][window] = rest;
                }
                seen |= kept[slot][window];
            }
            if (~seen) break;
        }
        table[n] = mirror[size - 1 - n] = 64 * window + __builtin_ctzll(~seen);
    }
}

int main(int argc, char **argv) {
    size = atoi(argv[1]);
    const char *way = argv[2];
    table.assign(size + 64, 0);
    mirror.assign(size + 64, 0);
    const auto start = std::chrono::steady_clock::now();
    if (!strcmp(way, "marks")) with_marks();
    else if (!strcmp(way, "windows")) with_windows<false>();
    else with_windows<true>();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    uint64_t sum = 0;
    for (int n = 0; n < size; n++) sum = sum * 31 + table[n];
    printf("%.6f %llu\n", seconds.count(), (unsigned long long)sum);
}
