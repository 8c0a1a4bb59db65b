"""Cuts at the first place that can be cut."""

s = input()
places = [at for at in range(1, len(s) - 1) if s[at - 1] == s[at + 1]]
print(f"First\n{places[0] + 1}" if places else "Second")
