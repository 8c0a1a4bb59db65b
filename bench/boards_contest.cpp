// A cutting board as one would solve it in a contest: memoised recursion over rectangles, the values
// of the options in a vector, their mex. Reads height, width and rows of '.' (cross), 'X' (blocked),
// 'R' (row) and 'C' (column), board after board; prints the nimber and the seconds of each.
#include <chrono>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int height, width;
vector<string> board;
vector<int> memo;  // dp[top][bottom][left][right], -1 where it is not known

int solve(int top, int bottom, int left, int right) {
    if (top >= bottom || left >= right) return 0;
    size_t place = ((size_t(top) * (height + 1) + bottom) * (width + 1) + left) * (width + 1) + right;
    if (memo[place] >= 0) return memo[place];
    vector<int> values;
    for (int i = top; i < bottom; i++)
        for (int j = left; j < right; j++) {
            if (board[i][j] == '.')
                values.push_back(solve(top, i, left, j) ^ solve(top, i, j + 1, right) ^
                                 solve(i + 1, bottom, left, j) ^ solve(i + 1, bottom, j + 1, right));
            else if (board[i][j] == 'R')
                values.push_back(solve(top, i, left, right) ^ solve(i + 1, bottom, left, right));
            else if (board[i][j] == 'C')
                values.push_back(solve(top, bottom, left, j) ^ solve(top, bottom, j + 1, right));
        }
    vector<char> seen(values.size() + 1);
    for (int value : values)
        if (value < int(seen.size())) seen[value] = 1;
    int mex = 0;
    while (mex < int(seen.size()) && seen[mex]) mex++;
    return memo[place] = mex;
}

int main() {
    while (cin >> height >> width) {
        board.resize(height);
        for (string &row : board) cin >> row;
        auto start = chrono::steady_clock::now();
        memo.assign(size_t(height + 1) * (height + 1) * (width + 1) * (width + 1), -1);
        int nimber = solve(0, height, 0, width);
        chrono::duration<double> taken = chrono::steady_clock::now() - start;
        cout << nimber << ' ' << fixed << taken.count() << '\n';
    }
}
