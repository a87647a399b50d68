/** Line icons on a 16-pixel grid, drawn for this page. */
const paths = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.6 10.6 14 14',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.800V8l2.2 1.4',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  filter: 'M2 3.500h12M4.5 8h7M6.5 12.500h3',
  copy: 'M6 6h7.500v7.500H6zM10 6V2.500H2.500V10H6',
  open: 'M9 2.500h4.500V7M13.5 2.5 7.5 8.500M6 3.500H2.500v10h10V10',
  stop: 'M4 4h8v8H4z',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M4.5 2.800v10.400L13 8z',
  wrap: 'M2 3.500h12M2 8h9.500a2.3 2.3 0 0 1 0 4.600H8M9.5 11 8 12.600l1.5 1.600M2 12.600h3',
  zoomOut: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.6 10.6 14 14M4.8 7h4.4',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8 1v1.500M8 13.500V15M1 8h1.500M13.5 8H15M3 3l1.1 1.100M11.9 11.9 13 13M3 13l1.1-1.100M11.9 4.1 13 3',
  moon: 'M13.5 9.700A6 6 0 0 1 6.3 2.500a6 6 0 1 0 7.2 7.2',
  system: 'M2 3h12v8H2zM5.5 14h5M8 11v3',
  help: 'M8 14.500a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M6 6.300a2 2 0 1 1 2.8 1.800c-.5.3-.8.6-.8 1.200M8 11.500v.1',
  person: 'M8 8a2.8 2.8 0 1 0 0-5.600A2.8 2.8 0 0 0 8 8M2.5 14c.5-2.7 2.7-4 5.5-4s5 1.3 5.5 4',
  refresh: 'M13.5 8a5.500 5.500 0 1 1-1.7-4M13.500 2v3h-3',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M2 8h12M8 2c2 1.800 2.500 4 2.500 6S10 12.200 8 14C6 12.200 5.500 10 5.500 8S6 3.800 8 2',
  menu: 'M2 4h12M2 8h12M2 12h12',
  gear: 'M8 10.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400M8 1.800v1.700M8 12.500v1.700M1.800 8h1.700M12.500 8h1.700M3.600 3.600l1.200 1.200M11.200 11.200l1.200 1.200M3.600 12.400l1.200-1.200M11.200 4.800l1.200-1.200',
  board: 'M2.500 3h3v10h-3zM6.500 3h3v7h-3zM10.500 3h3v9h-3z',
  list: 'M5.500 4h8M5.500 8h8M5.500 12h8M2.500 4h.1M2.500 8h.1M2.500 12h.1',
  check: 'M3 8.5 6.5 12 13 4.5',
  up: 'M4 10l4-4 4 4',
  download: 'M8 2.500v7.500M4.800 7 8 10.200 11.200 7M2.500 13.500h11',
  calendar: 'M2.500 4h11v9.500h-11zM2.500 7h11M5.500 2v3M10.500 2v3',
  bin: 'M3 4.500h10M6.500 4.500V2.800h3v1.700M4.300 4.500l.6 9h6.200l.6-9M6.800 7.200v3.800M9.200 7.200v3.800',
  eye: 'M1.500 8C3 5 5.300 3.500 8 3.500S13 5 14.500 8C13 11 10.700 12.500 8 12.500S3 11 1.500 8M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  pen: 'M10.500 3.500l2 2L5.500 12.500l-2.700.7.7-2.700z',
} as const
export type IconName = keyof typeof paths

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
