import { expect, test } from 'vitest'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { createExportLibrary } from '../support/takeouts/export-library.js'

const library = await createExportLibrary()
const TAKEN = Date.UTC(2019, 5, 14, 12, 11) / 1_000

async function take(files: Record<string, Buffer | string>) {
  const ada = await createUser(library.database)
  const { summary } = await library.take(ada, await makeFolder(files))
  const assets = await library.database.asset.findMany({ where: { ownerId: ada.id, isVisible: true } })
  const albums = await library.database.album.findMany({ where: { ownerId: ada.id } })
  return { summary, assets, albums: albums.map(({ albumName }) => albumName) }
}

/** A year as Google calls its folder and its note, and what it writes behind the name of an edited copy. */
const years = [
  ['Photos from 2019', 'metadata', 'edited'],
  ['صور من ٢٠١٩', 'البيانات الوصفية', 'معدَّل'],
  ['২০১৯ এর ফটো', 'মেটাডেটা', 'এডিট করা হয়েছে'],
  ['Fotos del 2019', 'metadades', 's’ha editat'],
  ['Fotky z roku 2019', 'metadata', 'upraveno'],
  ['Billeder fra 2019', 'metadata', 'redigeret'],
  ['Fotos von 2019', 'Metadaten', 'bearbeitet'],
  ['Φωτογραφίες από το 2019', 'μεταδεδομένα', 'επεξεργασμένο'],
  ['Fotos de 2019', 'metadatos', 'ha editado'],
  ['عکس‌های سال ۲۰۱۹', 'فراداده', 'ویرایش‌شده'],
  ['Kuvat vuodelta 2019', 'metatiedot', 'muokattu'],
  ['Photos de 2019', 'métadonnées', 'modifié'],
  ['תמונות מ-2019', 'מטא-נתונים', 'נערך'],
  ['२०१९ की फ़ोटो', 'मेटाडेटा', 'में बदलाव किया गया'],
  ['2019. évi fotók', 'metaadatok', 'szerkesztett'],
  ['Foto dari 2019', 'metadata', 'diedit'],
  ['Foto da 2019', 'metadati', 'modificato'],
  ['2019 年の写真', 'メタデータ', '編集済み'],
  ['2019년의 사진', '메타데이터', '수정됨'],
  ['Zdjęcia z 2019', 'metadane', 'edytowane'],
  ['Фото за 2019 год', 'метаданные', 'отредактировано'],
  ['รูปภาพจากปี ๒๐๑๙', 'ข้อมูลเมตา', 'แก้ไข'],
  ['2019 yılına ait fotoğraflar', 'meta veriler', 'düzenlendi'],
  ['Фото від 2019', 'метадані', 'відредаговано'],
  ['Ảnh từ 2019', 'siêu dữ liệu', 'đã chỉnh sửa'],
  ['2019 年的照片', '元数据', '已修改'],
]

test('the years of an export of Google Photos are no albums, and its edited copies lie on their originals, in any language (EX3, EX4)', async () => {
  const files: Record<string, Buffer | string> = {}
  for (const [index, [year, note, edited]] of years.entries()) {
    const name = `IMG_${index}`
    const folder = `Takeout/Google Photos/${year}`
    files[`${folder}/${note}.json`] = JSON.stringify({ title: year, access: 'protected', date: { timestamp: '9' } })
    files[`${folder}/${name}.jpg`] = await makeJpeg()
    files[`${folder}/${name}-${edited}.jpg`] = await makeJpeg()
    files[`${folder}/${name}.jpg.json`] = JSON.stringify({
      title: `${name}.jpg`,
      photoTakenTime: { timestamp: `${TAKEN}` },
    })
  }

  const { summary, assets, albums } = await take(files)

  expect(albums).toEqual([])
  expect(summary).toMatchObject({ added: 2 * years.length, export: { edited: years.length, undescribed: 0 } })
  expect(new Set(assets.map(({ fileCreatedAt }) => fileCreatedAt.getTime()))).toEqual(new Set([TAKEN * 1_000]))
})

/** One moment. The first is what Apple writes for the English. */
const moments = [
  'Friday June 14,2019 12:11 PM GMT',
  'الجمعة يونيو ١٤،٢٠١٩ ١٢:١١ م GMT',
  'pátek června 14,2019 12:11 odp. GMT',
  'Freitag Juni 14,2019 12:11 nachm. GMT',
  'Παρασκευή Ιουνίου 14,2019 12:11 μ.μ. GMT',
  'viernes junio 14,2019 12:11 p. m. GMT',
  'vendredi 14 juin 2019 à 12:11 GMT',
  'שישי 14 ביוני 2019 בשעה 12:11 GMT',
  'शुक्रवार जून 14,2019 12:11 pm GMT',
  '2019. június 14., péntek du. 12:11 GMT',
  'venerdì giugno 14,2019 12:11 PM GMT',
  '金曜日 6月 14,2019 12:11 午後 GMT',
  '2019년 6월 14일 금요일 오후 12:11 GMT',
  'piątek czerwca 14,2019 12:11 PM GMT',
  'sexta-feira junho 14,2019 12:11 PM GMT',
  'пятница июня 14,2019 12:11 PM GMT',
  'ศุกร์ มิถุนายน 14,2019 12:11 PM GMT',
  'Cuma Haziran 14,2019 12:11 ÖS GMT',
  'п’ятниця червня 14,2019 12:11 пп GMT',
  'Thứ Sáu tháng 6 14,2019 12:11 CH GMT',
  '2019年6月14日星期五 下午12:11 GMT',
  '14.06.2019 12:11 GMT',
  '14/06/2019 12:11 PM UTC',
  '2019-06-14 12:11:00 GMT',
]

/** Months whose names are those of others in another language: the day of the week decides. */
const namesakes = ['czwartek listopada 14,2019 12:11 PM GMT', 'ponedjeljak listopada 14,2019 12:11 PM GMT']

/** What is not known is left to the file. */
const unknown = ['listopada 14,2019 12:11 PM GMT', '04/06/2019 12:11 PM GMT', '31.02.2019 12:11 GMT', 'June 2019']

test('the tables of an export of iCloud Photos are read in any language (EX2, EX4)', async () => {
  const all = [...moments, ...namesakes, ...unknown]
  const rows = all.map((date, index) => `${index}.jpg,x,${index < 2 ? 'yes' : 'no'},no,no,"${date}",1,"${date}"`)
  const files: Record<string, Buffer | string> = {
    'iCloud-Fotos Teil 1 von 1/Fotos/Fotodetails.csv': [
      'imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate',
      ...rows,
    ].join('\n'),
    'iCloud-Fotos Teil 1 von 1/Alben/Favoriten.csv': 'imgName\n0.jpg\n1.jpg',
    'iCloud-Fotos Teil 1 von 1/Alben/Am See.csv': 'Images\n0.jpg\n1.jpg',
    'iCloud-Fotos Teil 1 von 1/Alben/Wenige.csv': 'imgName\n0.jpg',
    'iCloud-Fotos Teil 1 von 1/Rückblicke/1. Juni.csv': 'imageName\n0.jpg',
  }
  for (const [index] of all.entries()) files[`iCloud-Fotos Teil 1 von 1/Fotos/${index}.jpg`] = await makeJpeg()

  const { summary, assets, albums } = await take(files)

  const dates = new Map(assets.map(({ originalFileName, fileCreatedAt }) => [originalFileName, fileCreatedAt]))
  const read = all.map((date, index) => [date, dates.get(`${index}.jpg`)?.toISOString().slice(0, 16)])
  expect(read.slice(0, moments.length)).toEqual(moments.map((date) => [date, '2019-06-14T12:11']))
  expect(read.slice(moments.length, -unknown.length).map(([, date]) => date)).toEqual([
    '2019-11-14T12:11',
    '2019-10-14T12:11',
  ])
  expect(summary.export).toMatchObject({ dates: moments.length + namesakes.length, memories: 1 })
  expect(albums.sort()).toEqual(['Am See', 'Wenige'])
})
