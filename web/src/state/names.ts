/** Names of at most `room` letters, still different from each other. */
export function shortNames(names: readonly string[], room: number): string[] {
  const short = names.map((name) => {
    if (name.length <= room) return name;
    const first = name.split(/[\s-]/)[0] ?? name;
    return first.length > 1 && first.length <= room ? first : `${name.slice(0, room - 1).trim()}.`;
  });
  return short.map((name, at) =>
    short.some((other, i) => i !== at && other === name)
      ? `${name.replace(/\.$/, "").slice(0, room - String(at + 1).length)}${at + 1}`
      : name,
  );
}
