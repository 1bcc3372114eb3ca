/** The valid GTIN-13 of an item number, by the GS1 weights 1 and 3 from the left. */
export function gtinOf(item: number): string {
  const payload = String(400_000_000_000 + item);
  const sum = payload
    .split('')
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return payload + String((10 - (sum % 10)) % 10);
}
