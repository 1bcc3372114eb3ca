/** The check digit of GS1 (General Specifications 7.9): weights 3 and 1 from the right, a multiple of ten. */
export function verifyCheckDigit(code: string): boolean {
  const digits = Array.from(code, Number).reverse();
  return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}
