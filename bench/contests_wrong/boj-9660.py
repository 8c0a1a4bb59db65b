"""Takes the set for {1, 2, 3, 4}."""

print("SK" if int(input()) % 5 else "CY")
