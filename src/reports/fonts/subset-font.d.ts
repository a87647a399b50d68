/** The part of subset-font that we use; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number>; noHinting: boolean },
  ): Promise<Buffer>
}
