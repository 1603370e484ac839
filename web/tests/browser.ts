// The little of a browser that the modules under test look at when they are loaded.
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener() {} }),
});
