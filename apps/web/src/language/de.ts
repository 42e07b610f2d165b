import { type Messages, MOST_COUNTED } from './en.js'
import type { Formats } from './formats.js'

/** The texts of the page in German. */
export const de = ({ number, plural, list, short }: Formats): Messages => {
  const items = (count: number) => plural(count, { one: '# Aufnahme', other: '# Aufnahmen' })
  const files = (count: number) => plural(count, { one: '# Datei', other: '# Dateien' })
  return {
    name: 'Mediathek',
    manifest: '/manifest.de.webmanifest',
    loading: 'Lädt …',
    untitled: 'Ohne Titel',
    findByName: 'Nach Namen suchen',
    findsNothing: 'Nichts heißt so.',
    quoted: (name) => `„${short(name)}“`,
    items,

    verbs: {
      add: 'Neu',
      addFolder: 'Ordner hinzufügen',
      addPhotos: 'Fotos hinzufügen',
      addToAlbum: 'Zu Album hinzufügen',
      archive: 'Archivieren',
      cancel: 'Abbrechen',
      chooseFiles: 'Dateien auswählen',
      chooseFolder: 'Ordner auswählen',
      choosePhotos: 'Fotos auswählen',
      clearSelection: 'Auswahl aufheben',
      close: 'Schließen',
      closeMessage: 'Meldung schließen',
      delete: 'Löschen',
      deleteForGood: 'Endgültig löschen',
      download: 'Herunterladen',
      downloadFile: 'Datei herunterladen',
      edit: 'Bearbeiten',
      favourite: 'Favorit',
      favouriteNoMore: 'Kein Favorit mehr',
      leave: 'Verlassen',
      link: 'Link',
      moveToTrash: 'In den Papierkorb',
      removeFromAlbum: 'Aus Album entfernen',
      rename: 'Umbenennen',
      restore: 'Wiederherstellen',
      retry: 'Wiederholen',
      remove: 'Entfernen',
      save: 'Speichern',
      setCover: 'Als Titelbild verwenden',
      share: 'Teilen',
      showMore: 'Mehr anzeigen',
      signOut: 'Abmelden',
      tag: 'Schlagwort hinzufügen',
      tryAgain: 'Noch einmal versuchen',
      unarchive: 'Aus dem Archiv holen',
      undo: 'Rückgängig',
      untag: 'Schlagwort entfernen',
    },

    fields: { name: 'Name', description: 'Beschreibung', tag: 'Schlagwort' },

    places: {
      all: 'Bereiche',
      photos: 'Fotos',
      search: 'Suche',
      sites: 'Orte',
      albums: 'Alben',
      favourites: 'Favoriten',
      people: 'Personen',
      tags: 'Schlagwörter',
      archive: 'Archiv',
      trash: 'Papierkorb',
      jobs: 'Aktivität',
      account: 'Konto',
      more: 'Mehr',
      skip: 'Zu den Bildern springen',
      accountOf: (name) => `Konto von ${name}`,
    },

    finding: {
      search: 'Suche',
      placeholder: 'Wörter, Personen, Orte …',
      hint: 'Gesucht wird in Namen, Beschreibungen, Alben, Schlagwörtern, Personen, Orten, Kameras und Daten. Alle Wörter müssen passen: „strand juni 2019“.',
      asked: 'Wonach gesucht wird',
      takeOff: (part) => `Ohne ${part}`,
      found: (count) => (count < MOST_COUNTED ? `${items(count)} gefunden` : `${number(count)} oder mehr gefunden`),
      suggested: 'Vorschläge',
      suggestions: (count) => plural(count, { one: '# Vorschlag', other: '# Vorschläge' }),
      groups: {
        people: 'Personen',
        places: 'Orte',
        tags: 'Schlagwörter',
        albums: 'Alben',
        kinds: 'Arten',
        years: 'Jahre',
        cameras: 'Kameras',
      },
      kinds: { IMAGE: 'Fotos', VIDEO: 'Videos', AUDIO: 'Tonaufnahmen', OTHER: 'Andere Dateien' },
      person: (name) => (name === undefined ? 'Person' : `Person: ${name}`),
      marked: { isFavorite: 'Favoriten', isMotion: 'Live-Fotos', isNotInAlbum: 'In keinem Album' },
      nothing: (parts) => `Nichts von dir hat all das: ${list(parts)}.`,
      without: (part, count) =>
        `${part} weglassen: ${count < MOST_COUNTED ? items(count) : `${number(count)} Aufnahmen oder mehr`}`,
      checkSpelling: 'Prüfe die Schreibweise. Nur das letzte Wort darf der Anfang eines Wortes sein.',
      notSearched:
        'Was im Papierkorb ist oder anderen gehört, wird nicht durchsucht. Sieh im Papierkorb und in den geteilten Alben nach.',
    },

    onThisDay: {
      title: 'An diesem Tag',
      ago: (years) => plural(years, { one: 'Vor # Jahr', other: 'Vor # Jahren' }),
      close: 'Bis morgen ausblenden',
    },

    sites: {
      all: 'Alle Orte',
      none: 'Noch keine Orte. Sie werden aus den Dateien gelesen und kommen mit Exporten anderer Dienste.',
    },

    wall: {
      pictures: 'Bilder',
      time: 'Zeit',
      goToDate: 'Zu einem Datum gehen',
      select: (name) => `${name} auswählen`,
      selectAllOf: (day) => `Alles auswählen: ${day}`,
      broken: 'Kann nicht gezeigt werden',
      kinds: { IMAGE: 'Foto', VIDEO: 'Video', AUDIO: 'Tonaufnahme', OTHER: 'Datei' },
      noFavourites: 'Noch gibt es keine Favoriten. Öffne ein Foto und tippe auf das Herz, oder wähle mehrere aus.',
      noArchive:
        'Das Archiv ist leer. Was du archivierst, erscheint nicht mehr unter den Fotos und bleibt in seinen Alben.',
    },

    selection: {
      label: 'Auswahl',
      count: (count) => `${number(count)} ausgewählt`,
      more: 'Mehr …',
    },

    marked: {
      isFavorite: (count, isOn) =>
        isOn
          ? plural(count, { one: '# Aufnahme ist jetzt ein Favorit.', other: '# Aufnahmen sind jetzt Favoriten.' })
          : plural(count, {
              one: '# Aufnahme ist kein Favorit mehr.',
              other: '# Aufnahmen sind keine Favoriten mehr.',
            }),
      isArchived: (count, isOn) =>
        isOn
          ? plural(count, { one: '# Aufnahme ist archiviert.', other: '# Aufnahmen sind archiviert.' })
          : plural(count, {
              one: '# Aufnahme ist wieder unter den Fotos.',
              other: '# Aufnahmen sind wieder unter den Fotos.',
            }),
    },

    trash: {
      moved: (count) => `${items(count)} in den Papierkorb verschoben.`,
      restored: (count) => `${items(count)} wiederhergestellt.`,
      allRestored: 'Alles aus dem Papierkorb ist wiederhergestellt.',
      empty: 'Der Papierkorb ist leer.',
      restoreAll: 'Alles wiederherstellen',
      emptyIt: 'Papierkorb leeren',
      emptyItAsked: 'Papierkorb leeren?',
      emptyItMeans: 'Alles darin wird endgültig gelöscht. Niemand kann es zurückholen.',
      days: (count) =>
        plural(count, {
          one: 'Was hier liegt, wird nach # Tag endgültig gelöscht.',
          other: 'Was hier liegt, wird nach # Tagen endgültig gelöscht.',
        }),
      deleted: (count) => `${items(count)} endgültig gelöscht.`,
      deleteAsked: (count) => `${items(count)} endgültig löschen?`,
      deleteMeans: 'Niemand kann das zurückholen.',
    },

    albums: {
      album: 'Album',
      mine: 'Meine Alben',
      sharedWithMe: 'Mit mir geteilt',
      none: 'Noch gibt es keine Alben. Lege eines an, oder wähle zuerst ein paar Fotos aus.',
      noneToChoose: 'Noch gibt es kein Album.',
      order: 'Reihenfolge',
      orders: { latest: 'Neueste Fotos zuerst', name: 'Nach Name', made: 'Neueste Alben zuerst' },
      sharedWithCount: (count) => plural(count, { one: 'mit # Person geteilt', other: 'mit # Personen geteilt' }),
      by: (name) => `von ${name}`,
      sharedBy: (name) => `geteilt von ${name}`,
      sharedWithNames: (names) => `geteilt mit ${list(names)}`,
      editing: 'Album bearbeiten',
      adding: 'Zu einem Album hinzufügen',
      added: (count, album, isAll) =>
        `${items(count)} zu ${album} hinzugefügt${isAll ? '' : '; die anderen sind schon darin oder gehören jemand anderem'}.`,
      removed: (count, isAll) =>
        `${items(count)} aus dem Album entfernt.${isAll ? '' : ' Die anderen gehören jemand anderem.'}`,
      new: 'Neues Album',
      newOf: (count) => `Neues Album mit ${items(count)}`,
      make: 'Album anlegen',
      has: (album, count) => `${album} enthält ${items(count)}.`,
      withWhom: 'Album teilen mit …',
      findPeople: 'Personen nach Namen suchen',
      nobodyFound: 'Niemand heißt so.',
      nobodyElse: 'Sonst gibt es hier niemanden.',
      sharing: (album) => `${album} teilen`,
      sharedWith: 'Geteilt mit',
      removePerson: (name) => `${name} entfernen`,
      isSharedWith: (album, names) => `${album} ist jetzt mit ${list(names)} geteilt.`,
      isNotSharedWith: (album, name) => `${album} ist nicht mehr mit ${name} geteilt.`,
      isCover: 'Das ist jetzt das Titelbild des Albums.',
      deleteAsked: (album) => `Album ${album} löschen?`,
      deleteMeans: (isShared) =>
        `Es lässt sich nicht wiederherstellen. Die Fotos bleiben in der Mediathek.${isShared ? ' Die anderen sehen es dann auch nicht mehr.' : ''}`,
      deleted: (album) => `Das Album ${album} ist gelöscht.`,
      leaveAsked: (album) => `Album ${album} verlassen?`,
      leaveMeans:
        'Du siehst es nicht mehr, bis es wieder mit dir geteilt wird. Die Fotos, die du hinzugefügt hast, bleiben darin.',
      left: (album) => `Du hast das Album ${album} verlassen.`,
    },

    people: {
      none: 'Noch gibt es keine Personen. Hier erscheint, wen die Dateien mit Gesicht und Namen nennen.',
      nameless: 'Ohne Namen',
      hidden: 'ausgeblendet',
      showHidden: (count) => plural(count, { one: '# ausgeblendete zeigen', other: '# ausgeblendete zeigen' }),
      hide: 'Ausblenden',
      show: 'Wieder zeigen',
      born: (day) => `geboren am ${day}`,
      birthDate: 'Geburtsdatum',
      editing: 'Person bearbeiten',
      isSame: (name) => `Ist das dieselbe Person: ${name}?`,
      isSameMeans:
        'Jemand anderes heißt schon so. Ist es dieselbe Person, führe beide zusammen. Das lässt sich nicht rückgängig machen.',
      keepBoth: 'Beide behalten',
      merge: 'Zusammenführen',
      mergeWith: 'Zusammenführen …',
      merging: (name) => `Wer ist auch ${name}?`,
      mergeAsked: (other, name) => `${other} mit ${name} zusammenführen?`,
      mergeMeans:
        'Alle Bilder von beiden zeigen dann eine Person mit diesem Namen. Das lässt sich nicht rückgängig machen.',
      merged: (other, name) => `${other} ist jetzt ${name}.`,
      nobodyElse: 'Es gibt sonst niemanden.',
      isCover: 'Es ist jetzt das Bild der Person.',
    },

    links: {
      title: 'Links',
      ofAlbum: (album) => `Link zu ${album}`,
      ofItems: (count) => `Link zu ${items(count)}`,
      means: 'Wer den Link bekommt, sieht die Fotos im Browser, auch ohne Konto.',
      address: 'Adresse des Links',
      copy: 'Kopieren',
      copied: 'Der Link ist kopiert.',
      make: 'Link erstellen',
      editing: 'Link ändern',
      remove: 'Zurücknehmen',
      removed: 'Der Link ist zurückgenommen. Über ihn sieht niemand mehr etwas.',
      lost: 'Dieser Link gilt noch, kann aber nicht mehr angezeigt werden. Nimm ihn zurück und erstelle einen neuen.',
      password: 'Passwort (darf leer sein)',
      expires: 'Läuft ab',
      never: 'Nie',
      after: (days) => plural(days, { one: 'Nach # Tag', other: 'Nach # Tagen' }),
      showMetadata: 'Orte, Beschreibungen, Personen und Dateinamen zeigen',
      allowDownload: 'Herunterladen erlauben',
      allowUpload: 'Besucher dürfen Fotos hinzufügen, die deinen Speicherplatz belegen',
      takesPhotos: 'Besucher fügen Fotos hinzu',
      until: (date) => `bis ${date}`,
      isOver: 'abgelaufen',
      withPassword: 'mit Passwort',
      noDownload: 'ohne Herunterladen',
      noMetadata: 'ohne Orte und Beschreibungen',
      opened: (count) => plural(count, { one: '#-mal geöffnet', other: '#-mal geöffnet' }),
      last: (date) => `zuletzt ${date}`,
    },

    visit: {
      ended: 'Dieser Link gilt nicht mehr',
      endedMeans: 'Er wurde zurückgenommen, ist abgelaufen oder falsch geschrieben. Bitte um einen neuen.',
      protected: 'Dieser Link hat ein Passwort',
      password: 'Passwort',
      open: 'Fotos zeigen',
      adding: (index, count) => `${number(index)} von ${files(count)} wird hinzugefügt`,
      added: (count) => `${files(count)} hinzugefügt. Danke!`,
    },

    tags: {
      none: 'Noch gibt es keine Schlagwörter. Die der Dateien kommen beim Hinzufügen mit. Wähle Fotos aus, um ihnen welche zu geben.',
      nothing: 'Nichts hat dieses Schlagwort.',
      tagging: 'Schlagwort hinzufügen',
      tagged: (tag, refused) =>
        `Schlagwort ${tag} hinzugefügt${refused > 0 ? `, aber nicht bei ${number(refused)}, die anderen gehören` : ''}.`,
      untagged: (count, isAll) =>
        `Schlagwort von ${items(count)} entfernt.${isAll ? '' : ' Die anderen hatten es nicht mehr.'}`,
      renaming: 'Schlagwort umbenennen',
      deleteAsked: (tag) => `Schlagwort ${tag} löschen?`,
      deleteMeans:
        'Es wird überall entfernt und lässt sich nicht wiederherstellen. Die Fotos bleiben in der Mediathek.',
      deleted: (tag) => `Das Schlagwort ${tag} ist gelöscht.`,
    },

    downloads: {
      preparing: 'Der Download wird vorbereitet …',
      running: (done, total) => `Wird heruntergeladen: ${done} von ${total}`,
      part: (index, count) => ` (${index} von ${count})`,
    },

    jobs: {
      kinds: 'Arten von Arbeit',
      failed: 'Was nicht geklappt hat',
      nothingToDo: 'Noch nichts zu tun',
      allDone: (total) => `Alle ${number(total)} erledigt`,
      someDone: (done, total) => `${number(done)} von ${number(total)} erledigt`,
      failedCount: (count) => `, ${number(count)} fehlgeschlagen`,
      aPhoto: 'Ein Foto',
      fileIsMissing: 'Die Datei fehlt: Lege sie zurück, wo sie war, und versuche es noch einmal.',
      reason: (reason) => `Der Dienst meldet: ${reason}`,
      trying: 'Läuft …',
      running: (job, ended, total) => `${job}: ${number(ended)} von ${number(total)}`,
      succeeded: (job, count) => `${job}: fertig, ${items(count)}.`,
      failedFor: (job, failed, total, reason) =>
        `${job}: bei ${number(failed)} von ${number(total)} fehlgeschlagen. ${reason}`,
      of: {
        'refresh-metadata': {
          run: 'Daten und Orte neu lesen',
          title: 'Daten und Orte',
          what: 'Wann und wo jedes Foto entstand, seine Kamera, Schlagwörter und Personen.',
          fault: 'Datum und Ort konnten nicht gelesen werden.',
          toDo: 'Öffne die Datei mit einem anderen Programm. Wenn das klappt, versuche es noch einmal; sonst füge eine unbeschädigte Kopie hinzu.',
        },
        'regenerate-thumbnail': {
          run: 'Vorschaubilder neu erzeugen',
          title: 'Vorschaubilder',
          what: 'Kleine Bilder, damit alles schnell zu sehen ist.',
          fault: 'Es konnte kein Vorschaubild erzeugt werden.',
          toDo: 'Öffne die Datei mit einem anderen Programm. Wenn das klappt, versuche es noch einmal; sonst füge eine unbeschädigte Kopie hinzu.',
        },
        'transcode-video': {
          run: 'Videos neu abspielbar machen',
          title: 'Videos für Browser',
          what: 'Kopien von Videos, die ein Browser nicht von selbst abspielt.',
          fault: 'Es konnte nicht für Browser abspielbar gemacht werden.',
          toDo: 'Lade es herunter und spiele es mit einem anderen Programm ab. Wenn das klappt, versuche es noch einmal; sonst füge eine unbeschädigte Kopie hinzu.',
        },
      },
    },

    lightBox: {
      label: 'Ein Bild, groß',
      gallery: 'Bilder',
      carousel: 'Bilderfolge',
      slide: 'Bild',
      slideOf: '{index} von {total}',
      previous: 'Zurück',
      next: 'Weiter',
      zoomIn: 'Vergrößern',
      zoomOut: 'Verkleinern',
      opening: 'Das Bild wird geöffnet',
      cannotBeShown: 'Das Bild kann nicht gezeigt werden',
      position: (index, count) => `${number(index)} von ${number(count)}`,
      downloadOne: (name) => `${name} herunterladen`,
      noPreview: (name) => `Für ${name} gibt es noch keine Vorschau.`,
      thumbnailOnly: 'Nur das Vorschaubild kann geladen werden.',
      cannotPlay: (name, job) =>
        `Dieser Browser kann ${name} nicht abspielen. Wähle es unter den Fotos aus, und dann „${job}“.`,
      live: 'Live',
      details: 'Details',
      closeDetails: 'Details schließen',
      describe: 'Beschreibung hinzufügen',
      findAll: 'Alles davon suchen',
      inAlbums: 'In Alben',
      lines: {
        taken: 'Aufgenommen',
        place: 'Ort',
        coordinates: 'Koordinaten',
        camera: 'Kamera',
        lens: 'Objektiv',
        exposure: 'Belichtung',
        size: 'Größe',
        file: 'Datei',
        folder: 'Ordner',
        from: 'Von',
        state: 'Zustand',
      },
      fileIsMissing: 'Die Datei fehlt',
      dateUnknown: (moment) => `Datum unbekannt, Datei vom ${moment}`,
      compass: { north: 'N', east: 'O', south: 'S', west: 'W' },
    },

    corrections: {
      date: 'Datum berichtigen',
      place: 'Ort festlegen',
      how: 'Wie',
      sameDate: 'Alle auf dasselbe Datum',
      moved: 'Jedes um einige Stunden verschieben',
      localTime: 'Datum und Uhrzeit am Ort der Aufnahme',
      hours: 'Stunden',
      minutes: 'Minuten',
      direction: 'Richtung',
      later: 'Später',
      earlier: 'Früher',
      dated: (count) => `Das Datum von ${items(count)} wurde berichtigt.`,
      coordinates: 'Koordinaten (Breite und Länge)',
      fromMap: 'Kopiere sie oder die Adresse der Seite aus einer Karte.',
      noCoordinates: 'Das sind keine Koordinaten. Versuche es mit 38.7223, -9.1393.',
      sameAs: 'Oder derselbe Ort wie',
      placeOf: (place, file) => `${place} (${short(file)})`,
      placed: (count) => `Der Ort von ${items(count)} wurde festgelegt.`,
    },

    uploads: {
      label: 'Hinzufügen',
      phases: {
        none: 'Noch nicht hinzugefügt',
        sending: 'Wird hinzugefügt',
        waiting: 'Wartet',
        ended: 'Hinzugefügt',
      },
      stopped: 'Angehalten',
      nothingAdded: 'Nichts hinzugefügt',
      stop: 'Anhalten',
      goOn: 'Fortsetzen',
      notNow: 'Nicht jetzt',
      close: 'Anzeige schließen',
      forget: 'Vergessen',
      drop: 'Loslassen, um es deiner Mediathek hinzuzufügen',
      dropIntoAlbum: 'Loslassen, um es deiner Mediathek und diesem Album hinzuzufügen',
      noMedia: 'Darin sind keine Fotos, Videos oder Tonaufnahmen.',
      added: (count) => `${files(count)} hinzugefügt`,
      known: (count) => `${files(count)} schon in der Mediathek`,
      refused: (count) => `${files(count)} nicht hinzugefügt`,
      notSent: (count) => `${files(count)} nicht gesendet`,
      andMore: (count) => `und ${number(count)} weitere`,
      progress: (ended, count, sent, total) => `${number(ended)} von ${files(count)}, ${sent} von ${total}`,
      comparing: '; wird mit der Mediathek verglichen …',
      adding: (count, ended) =>
        plural(count, { one: '# Datei wird hinzugefügt', other: '# Dateien werden hinzugefügt' }) +
        `: ${number(ended)} fertig.`,
      goesOn: 'Das Hinzufügen geht von selbst weiter.',
      left: (count) =>
        plural(count, {
          one: '# Datei war nicht gesendet, als diese Seite verlassen wurde',
          other: '# Dateien waren nicht gesendet, als diese Seite verlassen wurde',
        }),
      chooseAgain:
        'Wähle dieselben Dateien oder denselben Ordner noch einmal. Was schon in der Mediathek ist, wird nicht zweimal gesendet.',
      notMedia: 'Kein Foto, kein Video und keine Tonaufnahme',
      notMediaToDo: 'Der Name deutet nicht darauf hin. Wenn es doch eines ist, gib ihm die übliche Endung, etwa .jpg.',
      cannotBeSent: 'Die Datei kann nicht gesendet werden',
      notAllInAlbum: 'Die Fotos sind in der Mediathek, aber nicht alle im Album',
      signInElsewhere: 'Melde dich in einem anderen Tab wieder an. Danach geht es hier weiter.',
      checkService: 'Prüfe, ob er läuft und ob dieses Gerät online ist.',
      senderFailed: (message) =>
        `Der Teil der Seite, der Dateien sendet, ist ausgefallen: ${message} Lade die Seite neu, und wähle die Dateien noch einmal aus.`,
    },

    empty: {
      noPhotos: 'Noch keine Fotos',
      allArchived: 'Alle deine Fotos sind im Archiv',
      inArchive: (archive) => `Du findest sie im ${archive} und in ihren Alben.`,
      archive: 'Archiv',
      allTrashed: 'Alle deine Fotos sind im Papierkorb',
      inTrash: (trash) => `Du kannst sie aus dem ${trash} zurückholen.`,
      alsoInTrash: (trash) => `Andere sind im ${trash}.`,
      trash: 'Papierkorb',
      ways: 'Wege, Fotos hinzuzufügen',
      fromHere: 'Von diesem Gerät',
      dropHere: 'Zieh Fotos oder Ordner hierher, oder wähle sie aus.',
      fromFolder: 'Aus einem Ordner des Servers',
      command:
        'Auf dem Rechner, auf dem der Dienst läuft, fügt dieser Befehl einen Ordner hinzu. Die Fotos bleiben, wo sie sind.',
      package: (start) => `Wo der Dienst ein Paket ist, beginnt der Befehl mit ${start}.`,
      fromPhone: 'Vom Handy',
      openOnPhone: (address) => `Öffne ${address} auf dem Handy, und wähle dort die Fotos aus.`,
      apps: (address) =>
        `Auch Apps, die für Immich von Ende 2023 geschrieben sind, können sie senden. Ihre Serveradresse ist ${address}.`,
      sharedWithYou: 'Mit dir geteilt',
      shared: (person, album) => `${person} hat ${album} mit dir geteilt`,
      anAlbum: 'ein Album',
    },

    account: {
      look: 'Aussehen',
      themes: { auto: 'Wie dieses Gerät', light: 'Hell', dark: 'Dunkel' },
      devices: 'Wo du angemeldet bist',
      aBrowser: 'Ein Browser',
      thisOne: 'Hier',
      lastUsed: (date) => `Zuletzt benutzt am ${date}`,
      signOutElsewhere: 'Überall sonst abmelden',
      keys: 'Schlüssel für Programme',
      made: (date) => `Angelegt am ${date}`,
      validUntil: (date) => `gültig bis ${date}`,
      may: (scopes) => (scopes.includes('all') ? 'Darf alles' : `Darf: ${scopes.join(', ')}`),
      removeKey: (name) => `${name} entfernen`,
      removed: (name) => `Der Schlüssel ${name} öffnet nichts mehr.`,
    },

    signIn: {
      title: 'Anmelden',
      running: 'Du wirst angemeldet …',
      otherWay: 'Anders anmelden',
      key: 'Schlüssel',
      withKey: 'Mit dem Schlüssel anmelden',
      makeKey: (command) => `Der Betreiber des Dienstes erzeugt mit ${command} einen Schlüssel`,
      makeLink: (command) => `oder mit ${command} einen Link, der dich anmeldet.`,
      keyUnknown: 'Ein gültiger Schlüssel ist nötig',
      keyUnknownToDo: 'Dieser ist falsch geschrieben, abgelaufen oder entfernt.',
      cookieRefused: 'Der Browser hat das Cookie abgelehnt',
      cookieRefusedToDo: (host) => `Erlaube Cookies für ${host}, und melde dich noch einmal an.`,
      notEncrypted: 'Diese Adresse ist nicht verschlüsselt',
      notEncryptedToDo: (host) =>
        `Browser lassen hier niemanden angemeldet: Öffne die Seite über https, oder bitte den Betreiber, den Dienst mit ALLOW_HTTP=${host} zu starten.`,
    },

    outage: {
      away: 'Deine Mediathek ist nicht erreichbar.',
      comesBack: 'Die Seite macht von selbst weiter, sobald sie wieder da ist.',
    },

    nowhere: {
      title: 'Hier ist nichts',
      detail: 'Vielleicht ist die Adresse falsch geschrieben, oder es gibt das nicht mehr.',
      home: 'Alle Fotos',
    },

    failures: {
      requestId: (id) => `Anfragenummer: ${id}`,
      page: 'Die Seite ist ausgefallen',
      network: {
        title: 'Der Dienst ist nicht erreichbar',
        detail: 'Prüfe, ob er läuft und ob dieses Gerät online ist. Nichts ist verloren; versuche es noch einmal.',
      },
      timeout: {
        title: 'Der Dienst hat nicht rechtzeitig geantwortet',
        detail: 'Vielleicht ist er beschäftigt. Versuche es gleich noch einmal.',
      },
      unexpected_answer: {
        title: 'Etwas anderes hat an Stelle des Dienstes geantwortet',
        detail: 'Vielleicht ist ein Proxy davor gestört. Versuche es gleich noch einmal.',
      },
      problems: {
        unauthenticated: { title: 'Du bist abgemeldet', detail: 'Melde dich wieder an.' },
        password_needed: {
          title: 'Das ist nicht das Passwort',
          detail: 'Frag die Person, die dir den Link geschickt hat.',
        },
        forbidden: {
          title: 'Das darfst du nicht',
          detail: 'Bitte den Eigentümer darum, oder melde dich mit einem Schlüssel an, der es erlaubt.',
        },
        not_found: {
          title: 'Das gibt es hier nicht mehr',
          detail: 'Es wurde gelöscht oder wird nicht mehr mit dir geteilt. Vielleicht ist auch die Adresse falsch.',
        },
        unusable_ids: {
          title: 'Nichts wurde geändert',
          detail: 'Manches davon wurde inzwischen gelöscht oder gehört jemand anderem. Wähle noch einmal aus.',
        },
        name_taken: {
          title: 'Diesen Namen gibt es schon',
          detail: 'Nimm, was schon so heißt, oder wähle einen anderen Namen.',
        },
        limit_reached: {
          title: 'Mehr davon kann eine Person nicht haben',
          detail: 'Nimm eines, das es schon gibt, oder lösche zuerst eines.',
        },
        offline: {
          title: 'Die Datei fehlt',
          detail: 'Vielleicht ist ihre Festplatte nicht angeschlossen, oder jemand hat sie verschoben.',
        },
        not_generated: {
          title: 'Es gibt noch keine Vorschau',
          detail: 'Sie wird gerade erzeugt. Versuche es gleich noch einmal.',
        },
        payload_too_large: { title: 'Das ist zu groß', detail: 'So viel nimmt der Dienst nicht auf einmal.' },
        quota_exceeded: {
          title: 'Dein Speicherplatz ist voll',
          detail: 'Bitte den Betreiber um mehr, oder lösche etwas endgültig.',
        },
        storage_full: {
          title: 'Die Festplatte des Dienstes ist voll',
          detail: 'Sag es dem Betreiber. Nichts wurde gespeichert; versuche es später noch einmal.',
        },
        not_media: {
          title: 'Die Datei ist kein Foto, kein Video und keine Tonaufnahme',
          detail: 'Der Inhalt entscheidet, wie auch immer sie heißt.',
        },
        request_timeout: {
          title: 'Die Verbindung ist zu langsam',
          detail: 'Versuche es mit einer besseren noch einmal.',
        },
        too_many_requests: { title: 'Das war zu viel auf einmal', detail: 'Warte kurz, und versuche es noch einmal.' },
        unavailable: {
          title: 'Der Dienst kann gerade nicht antworten',
          detail: 'Vielleicht ist er beschäftigt. Versuche es gleich noch einmal.',
        },
        internal_error: {
          title: 'Der Dienst ist ausgefallen',
          detail: 'Das ist ein Fehler des Dienstes. Nenne dem Betreiber die Anfragenummer.',
        },
        sign_in_off: {
          title: 'Dieser Dienst hat keinen Anbieter für die Anmeldung',
          detail: 'Melde dich mit einem Schlüssel oder einem Link an.',
        },
        sign_in_failed: { title: 'Die Anmeldung hat nicht geklappt' },
        sign_in_refused: { title: 'Du kannst dich hier nicht anmelden' },
      },
    },
  }
}
