declare module '*.css' {
  const text: string; // esbuild's loader `text`
  export default text;
}
