/** The outlines of the icons, 24 by 24, in the colour of the text. */
const outlines = {
  photos: 'M4 6h16v12H4z M4 15l4.5-4 4 3.5 3-2.5L20 15.5 M15.5 9.5h.01',
  albums: 'M5 8h14v11H5z M7 5h10',
  tags: 'M4 5v6.5L12.5 20 20 12.5 11.5 4H5a1 1 0 0 0-1 1z M8 8h.01',
  jobs: 'M12 4v3 M12 17v3 M4 12h3 M17 12h3 M6.3 6.3l2.2 2.2 M15.5 15.5l2.2 2.2 M6.3 17.7l2.2-2.2 M15.5 8.5l2.2-2.2',
  broken: 'M4 6h16v12H4z M13 6l-2.500 4 3 2.500L11 18',
  check: 'M6 12.5l4 4 8-9',
  close: 'M6 6l12 12 M18 6L6 18',
  play: 'M8 5.5v13l10-6.5z',
  sound: 'M5 9.5v5h3l4 4v-13l-4 4z M16 9a4 4 0 0 1 0 6',
  live: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z M12 4a8 8 0 1 1-5.6 2.3',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z M12 11v5 M12 8h.01',
  download: 'M12 4v11 M7.5 11l4.5 4.5L16.5 11 M5 20h14',
  share: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M3.5 19c.5-3.5 2.5-5 5.5-5s5 1.500 5.500 5 M18 8v6 M15 11h6',
  plus: 'M12 5v14 M5 12h14',
  folder: 'M4 6h6l2 2.500h8V18H4z M12 11v5 M9.5 13.5h5',
  minus: 'M5 12h14',
  heart: 'M12 19.5S4.5 15 4.5 9.700A4 4 0 0 1 12 7.800a4 4 0 0 1 7.500 1.900C19.500 15 12 19.500 12 19.500z',
  archive: 'M4 5h16v4H4z M5.5 9v10h13V9 M10 13h4',
  trash: 'M5 7h14 M10 7V4.500h4V7 M7 7l.800 12.500h8.400L17 7 M10.500 10.500v5.500 M13.500 10.500v5.500',
  restore: 'M5 9h9a5 5 0 0 1 0 10H8 M5 9l4-4 M5 9l4 4',
  cover:
    'M4 6h16v12H4z M12 8.500l1.100 2.300 2.500.300-1.800 1.700.500 2.500-2.300-1.200-2.300 1.200.500-2.500-1.800-1.700 2.500-.300z',
  calendar: 'M4 6.500h16V20H4z M4 10.500h16 M8 4v4 M16 4v4',
  previous: 'M14.500 6l-6 6 6 6',
  next: 'M9.500 6l6 6-6 6',
  closer: 'M10.500 5a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11z M14.500 14.500L20 20 M10.500 8v5 M8 10.500h5',
  farther: 'M10.500 5a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11z M14.500 14.500L20 20 M8 10.500h5',
  more: 'M5.500 12h.010 M12 12h.010 M18.500 12h.010',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4.500 20c.800-4 3.500-6 7.500-6s6.700 2 7.500 6',
  faces:
    'M9 11.500a3.250 3.250 0 1 0 0-6.500 3.250 3.250 0 0 0 0 6.500z M3 19c.600-3.500 2.800-5 6-5s5.400 1.500 6 5 M15.500 5.300a3.250 3.250 0 0 1 0 6 M17.500 14.300c2 .700 3.100 2.200 3.500 4.700',
  out: 'M14 5H6v14h8 M10 12h10 M17 9l3 3-3 3',
}

export type IconName = keyof typeof outlines

/** An icon beside a label. A control without a label has an `aria-label`. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  )
}
