// A stylesheet that a script imports is its text.
declare module '*.css' {
  const text: string;
  export default text;
}
