// The little of a browser that the modules under test look at.
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  document: { documentElement: { lang: "" } },
});
