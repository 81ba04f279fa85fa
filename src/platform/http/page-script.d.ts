/** The address of a small script; `launch/page-scripts.ts` makes it. */
declare module '*?script' {
  const address: string
  export default address
}
