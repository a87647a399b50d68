/** Texts of exports and downloads. */
export const exportTexts = {
  downloads: 'Downloads',
  writing: (file: string) => `Writing ${file}`,
  cancel: 'Cancel',
  cancelNamed: (file: string) => `Cancel ${file}`,
  close: 'Close',
  tryAgain: 'Try again',
  starting: 'starting…',
  progress: (format: string, rows: string | undefined, size: string) =>
    `${format}${rows === undefined ? '' : ` of ${rows} rows`} · ${size}`,
  tooMany: (max: number) => `At most ${max} downloads at a time`,
  saved: (file: string, size: string) => `Saved ${file}, ${size}`,
  cappedByService: (total: string) =>
    `: truncated at the limit of this service, ${total} rows in total. Narrow the time range for the rest.`,
  cappedByFormat: (max: string, total: string) =>
    `: the first ${max} of ${total} rows. csv and json have more.`,
  menu: (rows: string | undefined, title: string, zone: string) =>
    `${rows === undefined ? title : `All ${rows} ${title.toLowerCase()}`}, times in ${zone}`,
  report: 'Report or schedule…',
  formats: {
    csv: { name: 'CSV', use: 'Every row, for spreadsheets and scripts' },
    json: { name: 'JSON', use: 'All fields, for programs' },
    xlsx: { name: 'Excel', use: 'Typed cells and charts to work on' },
    docx: { name: 'Word', use: 'A document to edit' },
    pdf: { name: 'PDF', use: 'A document to print and send' },
  },
} as const
