/**
 * Freezes the built-in prototypes of this thread. A crafted workbook can make xlsx 0.18.5 write to Object.prototype
 * (CVE-2023-30533), which would change the reading of later files.
 */
export function freezePrototypes(): void {
  for (const type of [Object, Array, Function, String, Number, Boolean, RegExp, Date, Map, Set, Promise])
    Object.freeze(type.prototype);
}
