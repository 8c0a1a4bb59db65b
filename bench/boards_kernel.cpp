// The algorithm of grundy's kernel for cutting boards, on one thread, as a yardstick of what is possible.
// Reads and prints what boards_contest.cpp does; boards are not wider than high. With AVX-512BW it scans
// runs in 16-bit lanes, elsewhere in 64-bit words that the compiler makes vectors of.
#include <chrono>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif
using namespace std;
using Value = uint16_t;
using Word = uint64_t;

const long PAD = 32, CHUNK = 2048;
const Value SENTINEL = 0x8000;

#ifdef __AVX512BW__
static Word window(const Value *p, const Value *q, long length, Word base) {
    const __m512i one = _mm512_set1_epi16(1);
    __m512i starts[4], seen[4];
    for (int k = 0; k < 4; k++) starts[k] = _mm512_set1_epi16(short(base ^ 16 * k)), seen[k] = _mm512_setzero_si512();
    long x = 0;
    for (; x + 64 <= length; x += 64) {
        __m512i v = _mm512_xor_si512(_mm512_loadu_si512(p + x), _mm512_loadu_si512(q + x));
        __m512i w = _mm512_xor_si512(_mm512_loadu_si512(p + x + 32), _mm512_loadu_si512(q + x + 32));
        for (int k = 0; k < 4; k++) {
            __m512i first = _mm512_sllv_epi16(one, _mm512_xor_si512(v, starts[k]));
            __m512i second = _mm512_sllv_epi16(one, _mm512_xor_si512(w, starts[k]));
            seen[k] = _mm512_ternarylogic_epi64(seen[k], first, second, 0xFE);
        }
    }
    if (x < length) {
        __m512i v = _mm512_xor_si512(_mm512_loadu_si512(p + x), _mm512_loadu_si512(q + x));
        for (int k = 0; k < 4; k++)
            seen[k] = _mm512_or_si512(seen[k], _mm512_sllv_epi16(one, _mm512_xor_si512(v, starts[k])));
    }
    __m512i a = _mm512_or_si512(_mm512_unpacklo_epi16(seen[0], seen[1]), _mm512_unpackhi_epi16(seen[0], seen[1]));
    __m512i b = _mm512_or_si512(_mm512_unpacklo_epi16(seen[2], seen[3]), _mm512_unpackhi_epi16(seen[2], seen[3]));
    __m512i c = _mm512_or_si512(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    __m256i d = _mm256_or_si256(_mm512_castsi512_si256(c), _mm512_extracti64x4_epi64(c, 1));
    __m128i e = _mm_or_si128(_mm256_castsi256_si128(d), _mm256_extracti128_si256(d, 1));
    return _mm_cvtsi128_si64(e) | _mm_extract_epi64(e, 1);
}
#else
static Word window(const Value *p, const Value *q, long length, Word base) {
    Word seen = 0;
    for (long x = 0; x < length; x++) {
        Word v = Value(p[x] ^ q[x]);
        seen |= v >> 6 == base >> 6 ? Word(1) << (v & 63) : 0;
    }
    return seen;
}
#endif

static Word scan(const Value *p, const Value *q, long length, Word base, Word seen) {
    for (long x = 0; x < length && ~seen;) {
        long step = length - x < 2 * CHUNK ? length - x : CHUNK;
        seen |= window(p + x, q + x, step, base);
        x += step;
    }
    return seen;
}

int main() {
    long height, width;
    cin >> height >> width;
    vector<string> board(height);
    for (string &row : board) cin >> row;
    auto started = chrono::steady_clock::now();
    const long side = height + 1, pairs = (width + 1) * (width + 2) / 2, plane = pairs * side;
    Value *table = (Value *)calloc(side * plane + PAD, sizeof(Value));
    vector<Value> marks(height * width + PAD), before(pairs * height + PAD), after((width + 1) * (width * height + PAD));
    vector<Value> by_left((width + 1) * (width + 1)), by_right(by_left), extra(height + width + 2 * PAD), zeros(extra);
    bool lines = false;
    auto next = [&](auto wanted, bool down) {  // the first such cell from a place on, to the right or down
        vector<int> found(down ? (height + 1) * width : (width + 1) * height, down ? height : width);
        for (long i = height - 1; i >= 0; i--)
            for (long j = width - 1; j >= 0; j--) {
                long at = down ? i * width + j : j * height + i, beyond = down ? at + width : at + height;
                found[at] = wanted(board[i][j]) ? (down ? i : j) : found[beyond];
            }
        return found;
    };
    for (long i = 0; i < height; i++)
        for (long j = 0; j < width; j++) {
            marks[j * height + i] = board[i][j] == '.' ? 0 : SENTINEL;
            lines |= board[i][j] == 'R' || board[i][j] == 'C';
        }
    auto picks = [](char c) { return c != 'X'; };
    const vector<int> pick_right = next(picks, false), pick_down = next(picks, true);
    const vector<int> row_right = next([](char c) { return c == 'R'; }, false);
    const vector<int> column_down = next([](char c) { return c == 'C'; }, true);
    for (long n = 1; n <= height; n++)
        for (long top = 0; top + n <= height; top++) {
            const long bottom = top + n, stride = width * n + PAD;
            Value *upper = table + top * plane, *lower = table + bottom * plane;
            for (long pair = 0; pair < pairs; pair++) {
                const Value *__restrict above = upper + pair * side + top, *__restrict below = lower + pair * side + top + 1;
                Value *__restrict to = &before[pair * n];
                for (long i = 0; i < n; i += PAD)
                    for (long k = i; k < i + PAD; k++) to[k] = above[k] ^ below[k];
            }
            for (long right = 1; right <= width; right++) {
                Value *__restrict to = &after[right * stride];
                for (long left = 1; left <= right; left++, to += n) {
                    const long pair = left * (2 * width + 1 - left) / 2 + right;
                    const Value *__restrict above = upper + pair * side + top, *__restrict below = lower + pair * side + top + 1;
                    const Value *__restrict mark = &marks[(left - 1) * height + top];
                    for (long i = 0; i < n; i += PAD)
                        for (long k = i; k < i + PAD; k++) to[k] = above[k] ^ below[k] ^ mark[k];
                }
                for (long k = 0; k < PAD; k++) to[k] = SENTINEL;
            }
            for (long left = width - 1; left >= 0; left--) {
                const long first = left * (2 * width + 1 - left) / 2 + left;
                const bool empty = pick_down[top * width + left] >= bottom;
                const long first_empty = pick_right[left * height + top];
                const long last_empty = pick_right[left * height + bottom - 1];
                for (long right = left + 1; right <= width; right++) {
                    const long here = (first + right - left) * side;
                    Value nimber;
                    if (empty) nimber = by_left[(left + 1) * (width + 1) + right];
                    else if (pick_down[top * width + right - 1] >= bottom) nimber = by_left[left * (width + 1) + right - 1];
                    else if (right <= first_empty) nimber = lower[here + top + 1];
                    else if (right <= last_empty) nimber = upper[here + bottom - 1];
                    else {
                        long more = 0;
                        if (lines) {
                            const Value *whole = &before[(first + right - left) * n];
                            for (; more < n; more++)
                                extra[more] = row_right[left * height + top + more] < right ? whole[more] : SENTINEL;
                            for (long j = left; j < right; j++, more++)
                                extra[more] = column_down[top * width + j] >= bottom ? SENTINEL
                                    : by_left[left * (width + 1) + j] ^ by_right[right * (width + 1) + j + 1];
                            for (long k = 0; k < PAD; k++) extra[more + k] = SENTINEL;
                            more = (more + PAD - 1) / PAD * PAD;
                        }
                        const long length = ((right - left) * n + PAD - 1) / PAD * PAD;
                        Word base = 0, seen;
                        while (true) {
                            seen = scan(&before[first * n], &after[right * stride + left * n], length, base, 0);
                            if (lines) seen = scan(extra.data(), zeros.data(), more, base, seen);
                            if (~seen) break;
                            base += 64;
                        }
                        nimber = base + __builtin_ctzll(~seen);
                    }
                    upper[here + bottom] = lower[here + top] = nimber;
                    by_left[left * (width + 1) + right] = by_right[right * (width + 1) + left] = nimber;
                }
            }
        }
    chrono::duration<double> taken = chrono::steady_clock::now() - started;
    cout << table[width * side + height] << ' ' << fixed << taken.count() << '\n';
    free(table);
}
