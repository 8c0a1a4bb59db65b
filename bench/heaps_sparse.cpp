// The sparse-space recurrence of a take-and-break code in plain C++: the reference of the sparse engines in heaps.py.
// One heap at a time, as the method is described in Winning Ways: mark the options with one rare heap, take the least
// common value that is none, then look for a witness of each rare value below it.
// Arguments: number of values, mask, place of parity or -1, 1 for unequal heaps, number of values to begin with.
// Prints the seconds of processor time for the values after the first ones, and a checksum of all.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

constexpr int digits[] = {DIGITS};
constexpr int places = sizeof(digits) / sizeof(int);

static std::vector<uint16_t> values;
static std::vector<int> rares, splits, keeps;
static std::vector<int> seen(1 << 16, -1);
static int mask, parity_place, unequal;

static bool rare(int value, int heap) {
    const int shared = __builtin_popcount(value & mask) & 1;
    return shared == (parity_place < 0 ? 0 : (heap - parity_place) & 1);
}

// The nimber by the definition.
static int by_all_options(int heap) {
    for (int take : keeps)
        if (heap > take) seen[values[heap - take]] = heap;
    for (int take = 1; take < places; take++)
        if (digits[take] & 1 && heap == take) seen[0] = heap;
    for (int take : splits) {
        const int rest = heap - take, half = unequal ? (rest - 1) / 2 : rest / 2;
        for (int a = 1; a <= half; a++) seen[values[a] ^ values[rest - a]] = heap;
    }
    int nimber = 0;
    while (seen[nimber] == heap) nimber++;
    return nimber;
}

static bool has_witness(int value, int heap) {
    for (int take : keeps)
        if (heap > take && values[heap - take] == value) return true;
    for (int take : splits) {
        const int rest = heap - take, half = unequal ? (rest - 1) / 2 : rest / 2;
        for (int a = 1; a <= half; a++)
            if ((values[a] ^ values[rest - a]) == value) return true;
    }
    return false;
}

static int by_rare_options(int heap) {
    for (int take : keeps)
        if (heap > take) seen[values[heap - take]] = heap;
    for (int take : splits) {
        const int rest = heap - take;
        for (int r : rares) {
            if (r >= rest) break;
            if (!(unequal && 2 * r == rest)) seen[values[r] ^ values[rest - r]] = heap;
        }
    }
    int least = 0;
    while (rare(least, heap) || seen[least] == heap) least++;
    for (int value = 0; value < least; value++)
        if (rare(value, heap) && seen[value] != heap && !has_witness(value, heap)) return value;
    return least;
}

int main(int argc, char **argv) {
    const int size = atoi(argv[1]), first = atoi(argv[5]);
    mask = atoi(argv[2]), parity_place = atoi(argv[3]), unequal = atoi(argv[4]);
    for (int take = 0; take < places; take++) {
        if (digits[take] & 4) splits.push_back(take);
        if (digits[take] & 2) keeps.push_back(take);
    }
    values.assign(size, 0);
    std::clock_t start = std::clock();
    for (int heap = 1; heap < size; heap++) {
        if (heap == first) start = std::clock();
        values[heap] = heap < first ? by_all_options(heap) : by_rare_options(heap);
        if (rare(values[heap], heap)) rares.push_back(heap);
    }
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    uint64_t sum = 0;
    for (int n = 0; n < size; n++) sum = sum * 31 + values[n];
    printf("%.6f %llu\n", seconds, (unsigned long long)sum);
}
