export default function Page() {
  return <h1>Media library</h1>
}
