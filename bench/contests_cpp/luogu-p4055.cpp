#include <cstdio>
#include <cstring>
#include <vector>
int n, m, match[10000], visited[10000];
char board[100][101];
bool can_be_free[10000];
std::vector<int> beside[10000];
bool augment(int cell) {
    visited[cell] = true;
    for (int next : beside[cell])
        if (match[next] < 0 || (!visited[match[next]] && augment(match[next]))) {
            match[cell] = next, match[next] = cell;
            return true;
        }
    return false;
}
void walk(int cell) {  // along alternating paths from a cell that some largest matching leaves free
    can_be_free[cell] = true;
    for (int next : beside[cell])
        if (!can_be_free[match[next]]) walk(match[next]);
}
int main() {
    scanf("%d %d", &n, &m);
    for (int r = 0; r < n; ++r) scanf("%s", board[r]);
    auto open = [](int r, int c) { return r >= 0 && r < n && c >= 0 && c < m && board[r][c] == '.'; };
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < m; ++c) {
            if (!open(r, c)) continue;
            int dr[] = {-1, 0, 0, 1}, dc[] = {0, -1, 1, 0};
            for (int d = 0; d < 4; ++d)
                if (open(r + dr[d], c + dc[d])) beside[r * m + c].push_back((r + dr[d]) * m + c + dc[d]);
        }
    memset(match, -1, sizeof match);
    for (bool found = true; found;) {
        found = false;
        memset(visited, 0, sizeof visited);
        for (int cell = 0; cell < n * m; ++cell)
            if ((cell / m + cell % m) % 2 && match[cell] < 0 && !visited[cell] && augment(cell)) found = true;
    }
    for (int cell = 0; cell < n * m; ++cell)
        if (open(cell / m, cell % m) && match[cell] < 0 && !can_be_free[cell]) walk(cell);
    bool any = false;
    for (int cell = 0; cell < n * m; ++cell) any |= can_be_free[cell];
    puts(any ? "WIN" : "LOSE");
    for (int cell = 0; cell < n * m; ++cell)
        if (can_be_free[cell]) printf("%d %d\n", cell / m + 1, cell % m + 1);
}
