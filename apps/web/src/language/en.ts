import type { JobName, ProblemCode } from '@media-library/client'
import type { Formats } from './formats.js'

/** The number up to which the service counts what is found. */
export const MOST_COUNTED = 1_000

export type Messages = ReturnType<typeof en>

/** The texts of the page in English. Every other language has the same ones, in a file of its own. */
export const en = ({ number, plural, list, short }: Formats) => {
  const items = (count: number) => plural(count, { one: '# item', other: '# items' })
  const files = (count: number) => plural(count, { one: '# file', other: '# files' })
  return {
    name: 'Media library',
    /** The address of the manifest, which a device reads when it installs the page as an app. */
    manifest: '/manifest.webmanifest',
    loading: 'Loading…',
    untitled: 'Untitled',
    findByName: 'Find by name',
    findsNothing: 'Nothing has that name.',
    /** The name of an album or a tag in a sentence. */
    quoted: (name: string) => `“${short(name)}”`,
    items,

    verbs: {
      add: 'Add',
      addFolder: 'Add folder',
      addPhotos: 'Add photos',
      addToAlbum: 'Add to album',
      archive: 'Archive',
      cancel: 'Cancel',
      chooseFiles: 'Choose files',
      chooseFolder: 'Choose a folder',
      choosePhotos: 'Choose photos',
      clearSelection: 'Clear selection',
      close: 'Close',
      closeMessage: 'Close the message',
      delete: 'Delete',
      deleteForGood: 'Delete for good',
      download: 'Download',
      downloadFile: 'Download the file',
      edit: 'Edit',
      favourite: 'Favourite',
      favouriteNoMore: 'No longer a favourite',
      leave: 'Leave',
      link: 'Link',
      moveToTrash: 'Move to trash',
      removeFromAlbum: 'Remove from album',
      rename: 'Rename',
      restore: 'Restore',
      retry: 'Retry',
      remove: 'Remove',
      save: 'Save',
      setCover: 'Set as cover',
      share: 'Share',
      showMore: 'Show more',
      signOut: 'Sign out',
      tag: 'Add tag',
      tryAgain: 'Try again',
      unarchive: 'Unarchive',
      undo: 'Undo',
      untag: 'Remove tag',
    },

    fields: { name: 'Name', description: 'Description', tag: 'Tag' },

    places: {
      all: 'Views',
      photos: 'Photos',
      search: 'Search',
      sites: 'Places',
      albums: 'Albums',
      favourites: 'Favourites',
      people: 'People',
      tags: 'Tags',
      archive: 'Archive',
      trash: 'Trash',
      jobs: 'Activity',
      account: 'Account',
      more: 'More',
      skip: 'Skip to the pictures',
      accountOf: (name: string) => `Account of ${name}`,
    },

    finding: {
      search: 'Search',
      placeholder: 'Words, people, places …',
      hint: 'Names, descriptions, albums, tags, people, places, cameras and dates are searched. Words are joined: “beach june 2019”.',
      asked: 'What you look for',
      takeOff: (part: string) => `Without ${part}`,
      found: (count: number) => (count < MOST_COUNTED ? `${items(count)} found` : `${number(count)} or more found`),
      suggested: 'Suggestions',
      suggestions: (count: number) => plural(count, { one: '# suggestion', other: '# suggestions' }),
      groups: {
        people: 'People',
        places: 'Places',
        tags: 'Tags',
        albums: 'Albums',
        kinds: 'Kinds',
        years: 'Years',
        cameras: 'Cameras',
      },
      kinds: { IMAGE: 'Photos', VIDEO: 'Videos', AUDIO: 'Sounds', OTHER: 'Other files' },
      person: (name: string | undefined) => (name === undefined ? 'Person' : `Person: ${name}`),
      marked: { isFavorite: 'Favourites', isMotion: 'Live photos', isNotInAlbum: 'In no album' },
      nothing: (parts: readonly string[]) => `Nothing of yours has all of this: ${list(parts)}.`,
      without: (part: string, count: number) =>
        `Leave out ${part}: ${count < MOST_COUNTED ? items(count) : `${number(count)} items or more`}`,
      checkSpelling: 'Check the spelling. Only the last word may be the beginning of one.',
      notSearched:
        'What is in the trash, or belongs to others, is not searched. Look into the trash and the shared albums.',
    },

    onThisDay: {
      title: 'On this day',
      ago: (years: number) => plural(years, { one: '# year ago', other: '# years ago' }),
      close: 'Hide until tomorrow',
    },

    sites: {
      all: 'All places',
      none: 'There are no places yet. They are read from the files, and come with exports of other services.',
    },

    wall: {
      pictures: 'Pictures',
      time: 'Time',
      goToDate: 'Go to a date',
      select: (name: string) => `Select ${name}`,
      selectAllOf: (day: string) => `Select all of ${day}`,
      broken: 'Cannot be shown',
      kinds: { IMAGE: 'Photo', VIDEO: 'Video', AUDIO: 'Sound', OTHER: 'File' },
      noFavourites: 'There are no favourites yet. Open a photo and choose the heart, or select several photos.',
      noArchive: 'The archive is empty. What you archive no longer appears among the photos, and stays in its albums.',
    },

    selection: {
      label: 'Selection',
      count: (count: number) => `${number(count)} selected`,
      more: 'More…',
    },

    marked: {
      isFavorite: (count: number, isOn: boolean) =>
        isOn
          ? plural(count, { one: '# item is a favourite now.', other: '# items are favourites now.' })
          : plural(count, { one: '# item is no longer a favourite.', other: '# items are no longer favourites.' }),
      isArchived: (count: number, isOn: boolean) =>
        isOn
          ? plural(count, { one: '# item is archived.', other: '# items are archived.' })
          : plural(count, { one: '# item is back among the photos.', other: '# items are back among the photos.' }),
    },

    trash: {
      moved: (count: number) => `Moved ${items(count)} to the trash.`,
      restored: (count: number) => `Restored ${items(count)}.`,
      allRestored: 'Everything in the trash is restored.',
      empty: 'The trash is empty.',
      restoreAll: 'Restore all',
      emptyIt: 'Empty the trash',
      emptyItAsked: 'Empty the trash?',
      emptyItMeans: 'Everything in it is deleted for good. This cannot be undone.',
      days: (count: number) =>
        plural(count, {
          one: 'Everything here is deleted for good after # day.',
          other: 'Everything here is deleted for good after # days.',
        }),
      deleted: (count: number) => `Deleted ${items(count)} for good.`,
      deleteAsked: (count: number) => `Delete ${items(count)} for good?`,
      deleteMeans: 'This cannot be undone.',
    },

    albums: {
      album: 'Album',
      mine: 'Mine',
      sharedWithMe: 'Shared with me',
      none: 'There are no albums yet. Create one, or select some photos first.',
      noneToChoose: 'There is no album yet.',
      order: 'Order',
      orders: { latest: 'Latest photos first', name: 'By name', made: 'Newest albums first' },
      sharedWithCount: (count: number) => `shared with ${number(count)}`,
      by: (name: string) => `by ${name}`,
      sharedBy: (name: string) => `shared by ${name}`,
      sharedWithNames: (names: readonly string[]) => `shared with ${list(names)}`,
      editing: 'Edit the album',
      adding: 'Add to an album',
      added: (count: number, album: string, isAll: boolean) =>
        `Added ${items(count)} to ${album}${isAll ? '' : '; the others are in it already, or belong to somebody else'}.`,
      removed: (count: number, isAll: boolean) =>
        `Removed ${items(count)} from the album.${isAll ? '' : ' The others belong to somebody else.'}`,
      new: 'New album',
      newOf: (count: number) => `New album of ${items(count)}`,
      make: 'Create the album',
      has: (album: string, count: number) => `${album} has ${items(count)}.`,
      withWhom: 'Share with',
      findPeople: 'Find people by name',
      nobodyFound: 'Nobody has that name.',
      nobodyElse: 'There is nobody else.',
      sharing: (album: string) => `Share ${album}`,
      sharedWith: 'Shared with',
      removePerson: (name: string) => `Remove ${name}`,
      isSharedWith: (album: string, names: readonly string[]) => `${album} is shared with ${list(names)}.`,
      isNotSharedWith: (album: string, name: string) => `${album} is no longer shared with ${name}.`,
      isCover: 'It is the cover of the album now.',
      deleteAsked: (album: string) => `Delete the album ${album}?`,
      deleteMeans: (isShared: boolean) =>
        `It cannot be restored. The photos stay in the library.${isShared ? ' Those with whom it is shared no longer see it, either.' : ''}`,
      deleted: (album: string) => `The album ${album} is deleted.`,
      leaveAsked: (album: string) => `Leave the album ${album}?`,
      leaveMeans:
        'You no longer see it, until its owner shares it with you again. The photos that you added stay in it.',
      left: (album: string) => `You left the album ${album}.`,
    },

    people: {
      none: 'There are no people yet. Those whom the files name, with their faces, appear here.',
      nameless: 'Nameless',
      hidden: 'hidden',
      showHidden: (count: number) => plural(count, { one: 'Show # hidden', other: 'Show # hidden' }),
      hide: 'Hide',
      show: 'Show again',
      born: (day: string) => `born ${day}`,
      birthDate: 'Date of birth',
      editing: 'Edit the person',
      isSame: (name: string) => `Is this the same ${name}?`,
      isSameMeans:
        'Somebody else has this name already. If they are the same person, merge them. This cannot be undone.',
      keepBoth: 'Keep both',
      merge: 'Merge',
      mergeWith: 'Merge…',
      merging: (name: string) => `Who is ${name}, too?`,
      mergeAsked: (other: string, name: string) => `Merge ${other} into ${name}?`,
      mergeMeans: 'All pictures of both then show one person, who keeps this name. This cannot be undone.',
      merged: (other: string, name: string) => `${other} is ${name} now.`,
      nobodyElse: 'There is nobody else.',
      isCover: 'It is the picture of the person now.',
    },

    links: {
      title: 'Links',
      ofAlbum: (album: string) => `Link to ${album}`,
      ofItems: (count: number) => `Link to ${items(count)}`,
      means: 'Whoever gets the link sees the photos in a browser, without an account.',
      address: 'Address of the link',
      copy: 'Copy',
      copied: 'The link is copied.',
      make: 'Create the link',
      editing: 'Change the link',
      remove: 'Take back',
      removed: 'The link is taken back. Nobody sees anything by it now.',
      lost: 'This link still works, but cannot be shown again. Take it back, and create another one.',
      password: 'Password (may be empty)',
      expires: 'Expires',
      never: 'Never',
      after: (days: number) => plural(days, { one: 'After # day', other: 'After # days' }),
      showMetadata: 'Show places, descriptions, people and file names',
      allowDownload: 'Allow downloads',
      allowUpload: 'Let visitors add photos, which take up your storage',
      takesPhotos: 'visitors add photos',
      until: (date: string) => `until ${date}`,
      isOver: 'expired',
      withPassword: 'with a password',
      noDownload: 'no downloads',
      noMetadata: 'without places and descriptions',
      opened: (count: number) => plural(count, { one: 'opened # time', other: 'opened # times' }),
      last: (date: string) => `last ${date}`,
    },

    visit: {
      ended: 'This link has ended',
      endedMeans: 'It was taken back, has expired, or is mistyped. Ask the person who sent it for another one.',
      protected: 'This link has a password',
      password: 'Password',
      open: 'Show the photos',
      adding: (index: number, count: number) => `Adding: ${number(index)} of ${files(count)}`,
      added: (count: number) => `${files(count)} added. Thank you!`,
    },

    tags: {
      none: 'There are no tags yet. Select some photos to give them one. The tags in files appear here, too.',
      nothing: 'Nothing has this tag.',
      tagging: 'Add a tag',
      tagged: (tag: string, refused: number) =>
        `Added the tag ${tag}${refused > 0 ? `, but not to ${number(refused)} that others own` : ''}.`,
      untagged: (count: number, isAll: boolean) =>
        `Removed the tag from ${items(count)}.${isAll ? '' : ' The others no longer had it.'}`,
      renaming: 'Rename the tag',
      deleteAsked: (tag: string) => `Delete the tag ${tag}?`,
      deleteMeans: 'It is removed from everything that has it, and cannot be restored. The photos stay in the library.',
      deleted: (tag: string) => `The tag ${tag} is deleted.`,
    },

    downloads: {
      preparing: 'Preparing the download…',
      running: (done: string, total: string) => `Downloading: ${done} of ${total}`,
      part: (index: number, count: number) => ` (${index} of ${count})`,
    },

    jobs: {
      kinds: 'Kinds of work',
      failed: 'What did not work',
      nothingToDo: 'Nothing to do yet',
      allDone: (total: number) => `All ${number(total)} done`,
      someDone: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
      failedCount: (count: number) => `, ${number(count)} failed`,
      aPhoto: 'A photo',
      fileIsMissing: 'Its file is missing: put it back where it was, and retry.',
      reason: (reason: string) => `The service says: ${reason}`,
      trying: 'Trying…',
      running: (job: string, ended: number, total: number) => `${job}: ${number(ended)} of ${number(total)}`,
      succeeded: (job: string, count: number) => `${job}: done for ${items(count)}.`,
      failedFor: (job: string, failed: number, total: number, reason: string) =>
        `${job}: failed for ${number(failed)} of ${number(total)}. ${reason}`,
      /**
       * The jobs in the order in which they are offered: the label, the name of the work, and the remedy when it fails.
       */
      of: {
        'refresh-metadata': {
          run: 'Read dates and places again',
          title: 'Dates and places',
          what: 'The time and place, the camera, the tags and the people of each photo.',
          fault: 'Its date and place could not be read.',
          toDo: 'Open the file in another program. If it opens there, retry; otherwise add an undamaged copy of it.',
        },
        'regenerate-thumbnail': {
          run: 'Make the previews again',
          title: 'Previews',
          what: 'Small pictures, so that everything is seen quickly.',
          fault: 'Its preview could not be made.',
          toDo: 'Open the file in another program. If it opens there, retry; otherwise add an undamaged copy of it.',
        },
        'transcode-video': {
          run: 'Make videos playable again',
          title: 'Videos for browsers',
          what: 'Copies of videos that a browser cannot play by itself.',
          fault: 'It could not be made playable in a browser.',
          toDo: 'Download it and play it in another program. If it plays there, retry; otherwise add an undamaged copy of it.',
        },
      } satisfies Record<JobName, unknown>,
    },

    lightBox: {
      label: 'Large picture',
      gallery: 'Pictures',
      carousel: 'Slides',
      slide: 'Slide',
      /** A text for the light box, with its own names in braces. */
      slideOf: '{index} of {total}',
      previous: 'Previous',
      next: 'Next',
      zoomIn: 'Zoom in',
      zoomOut: 'Zoom out',
      opening: 'Opening the picture',
      cannotBeShown: 'The picture cannot be shown',
      position: (index: number, count: number) => `${number(index)} of ${number(count)}`,
      downloadOne: (name: string) => `Download ${name}`,
      noPreview: (name: string) => `${name} has no preview yet.`,
      thumbnailOnly: 'Only the small preview can be loaded.',
      cannotPlay: (name: string, job: string) =>
        `This browser cannot play ${name}. Select it among the photos, and choose “${job}”.`,
      live: 'Live',
      details: 'Details',
      closeDetails: 'Close the details',
      describe: 'Add a description',
      inAlbums: 'In albums',
      findAll: 'Find all of this',
      lines: {
        taken: 'Taken',
        place: 'Place',
        coordinates: 'Coordinates',
        camera: 'Camera',
        lens: 'Lens',
        exposure: 'Exposure',
        size: 'Size',
        file: 'File',
        folder: 'Folder',
        from: 'From',
        state: 'State',
      },
      fileIsMissing: 'The file is missing',
      dateUnknown: (moment: string) => `Date unknown, file of ${moment}`,
      compass: { north: 'N', east: 'E', south: 'S', west: 'W' },
    },

    corrections: {
      date: 'Correct the date',
      place: 'Set the place',
      how: 'How',
      sameDate: 'The same date for all',
      moved: 'Move each by some hours',
      localTime: 'Date and time where it was taken',
      hours: 'Hours',
      minutes: 'Minutes',
      direction: 'Direction',
      later: 'Later',
      earlier: 'Earlier',
      dated: (count: number) => `The date of ${items(count)} was corrected.`,
      coordinates: 'Latitude and longitude',
      fromMap: 'Copy them, or the address of the page, from a map.',
      noCoordinates: 'These are no coordinates. Try 38.7223, -9.1393.',
      sameAs: 'Or the same place as',
      placeOf: (place: string, file: string) => `${place} (${short(file)})`,
      placed: (count: number) => `The place of ${items(count)} was set.`,
    },

    uploads: {
      label: 'Uploads',
      phases: { none: 'Not added yet', sending: 'Adding', waiting: 'Waiting', ended: 'Added' },
      stopped: 'Stopped',
      nothingAdded: 'Nothing added',
      stop: 'Stop',
      goOn: 'Continue',
      notNow: 'Not now',
      close: 'Close the uploads',
      forget: 'Forget them',
      drop: 'Drop to add to your library',
      dropIntoAlbum: 'Drop to add to your library and this album',
      noMedia: 'There are no photos, videos or sounds in it.',
      added: (count: number) => `${files(count)} added`,
      known: (count: number) => `${files(count)} already in the library`,
      refused: (count: number) => `${files(count)} not added`,
      notSent: (count: number) => `${files(count)} not sent`,
      andMore: (count: number) => `and ${number(count)} more`,
      progress: (ended: number, count: number, sent: string, total: string) =>
        `${number(ended)} of ${files(count)}, ${sent} of ${total}`,
      comparing: '; comparing with the library…',
      adding: (count: number, ended: number) => `Adding ${files(count)}: ${number(ended)} done.`,
      goesOn: 'The upload continues by itself.',
      left: (count: number) =>
        plural(count, {
          one: '# file was not sent when this page was left',
          other: '# files were not sent when this page was left',
        }),
      chooseAgain:
        'Choose or drop the same files or folder again. Files that are already in the library are not sent again.',
      notMedia: 'Not a photo, video or sound',
      notMediaToDo: 'Its name is not that of one. If it is one, give it the usual extension, such as .jpg.',
      cannotBeSent: 'The file cannot be sent',
      notAllInAlbum: 'The photos are in the library, but not all are in the album',
      signInElsewhere: 'Sign in again in another tab. Then continue here.',
      checkService: 'Check that it is running, and that this device is online.',
      senderFailed: (message: string) =>
        `The part of the page that sends files failed: ${message} Load the page again, and choose the files again.`,
    },

    empty: {
      noPhotos: 'No photos yet',
      allArchived: 'All of your photos are archived',
      inArchive: (archive: string) => `They are in the ${archive}, and in their albums.`,
      archive: 'archive',
      allTrashed: 'All of your photos are in the trash',
      inTrash: (trash: string) => `You can bring them back from the ${trash}.`,
      alsoInTrash: (trash: string) => `Others are in the ${trash}.`,
      trash: 'trash',
      ways: 'Ways to add photos',
      fromHere: 'From this device',
      dropHere: 'Drop photos or folders here, or choose them.',
      fromFolder: 'From a folder of the service',
      command: 'On the computer where the service runs, this command adds a folder. The photos stay where they are.',
      package: (start: string) => `Where the service is a package, the command begins with ${start}.`,
      fromPhone: 'From a phone',
      openOnPhone: (address: string) => `Open ${address} on the phone, and choose the photos there.`,
      apps: (address: string) =>
        `Apps that were written for Immich of late 2023 can send them, too: their server address is ${address}.`,
      sharedWithYou: 'Shared with you',
      shared: (person: string, album: string) => `${person} shared ${album} with you`,
      anAlbum: 'an album',
    },

    account: {
      look: 'Appearance',
      themes: { auto: 'Like this device', light: 'Light', dark: 'Dark' },
      devices: 'Where you are signed in',
      aBrowser: 'A browser',
      thisOne: 'This one',
      lastUsed: (date: string) => `Last used ${date}`,
      signOutElsewhere: 'Sign out everywhere else',
      keys: 'Keys for programs',
      made: (date: string) => `Created ${date}`,
      validUntil: (date: string) => `valid until ${date}`,
      may: (scopes: readonly string[]) => (scopes.includes('all') ? 'May do everything' : `May: ${scopes.join(', ')}`),
      removeKey: (name: string) => `Remove ${name}`,
      removed: (name: string) => `The key ${name} no longer opens anything.`,
    },

    signIn: {
      title: 'Sign in',
      running: 'Signing you in…',
      otherWay: 'Sign in in another way',
      key: 'Key',
      withKey: 'Sign in with the key',
      makeKey: (command: string) => `The person who runs the service creates a key with ${command},`,
      makeLink: (command: string) => `or a link that signs you in with ${command}.`,
      keyUnknown: 'A valid key is needed',
      keyUnknownToDo: 'The key is mistyped, has expired, or was removed.',
      cookieRefused: 'The browser refused the cookie',
      cookieRefusedToDo: (host: string) => `Allow cookies for ${host}, and sign in again.`,
      notEncrypted: 'This address is not encrypted',
      notEncryptedToDo: (host: string) =>
        `Browsers do not keep you signed in here: open the page over https, or ask the operator of the service to start it with ALLOW_HTTP=${host}.`,
    },

    outage: {
      away: 'Your library cannot be reached.',
      comesBack: 'The page continues by itself as soon as the service is back.',
    },

    nowhere: {
      title: 'There is nothing here',
      detail: 'The address may be mistyped, or the page no longer exists.',
      home: 'All photos',
    },

    failures: {
      requestId: (id: string) => `Request ID: ${id}`,
      page: 'The page failed',
      network: {
        title: 'The service cannot be reached',
        detail: 'Check that it is running and that this device is online. Nothing was lost; try again.',
      },
      timeout: { title: 'The service did not answer in time', detail: 'It may be busy. Try again in a moment.' },
      unexpected_answer: {
        title: 'Something else answered in place of the service',
        detail: 'A proxy in front of it may have failed. Try again in a moment.',
      },
      /**
       * The titles and details by the code of a problem. A problem that the page cannot cause has the texts of the service.
       */
      problems: {
        unauthenticated: { title: 'You are signed out', detail: 'Sign in again.' },
        password_needed: { title: 'This is not the password', detail: 'Ask the person who sent you the link.' },
        forbidden: {
          title: 'You may not do this',
          detail: 'Ask its owner to do it, or sign in with a key that allows it.',
        },
        not_found: {
          title: 'This is no longer here',
          detail: 'It was deleted, or nobody shares it with you now. The address may also be mistyped.',
        },
        unusable_ids: {
          title: 'Nothing was changed',
          detail: 'Some of it was deleted meanwhile, or belongs to somebody else. Select again.',
        },
        name_taken: { title: 'This name is taken', detail: 'Use the one that has it, or choose another name.' },
        limit_reached: {
          title: 'You have reached a limit',
          detail: 'Use an existing one, or delete one first.',
        },
        offline: { title: 'The file is missing', detail: 'Its disk may be disconnected, or somebody moved the file.' },
        not_generated: { title: 'There is no preview yet', detail: 'It is being made. Try again in a moment.' },
        payload_too_large: { title: 'This is too large', detail: 'The service does not accept this much at once.' },
        quota_exceeded: {
          title: 'Your storage is full',
          detail: 'Ask the person who runs the service for more, or delete something for good.',
        },
        storage_full: {
          title: 'The disk of the service is full',
          detail: 'Tell the person who runs the service. Nothing was stored; try again later.',
        },
        not_media: {
          title: 'The file is not a photo, video or sound',
          detail: 'The content of the file decides, whatever its name says.',
        },
        request_timeout: { title: 'The connection is too slow', detail: 'Try again with a better connection.' },
        too_many_requests: { title: 'Too many requests at once', detail: 'Wait a moment, and try again.' },
        unavailable: { title: 'The service cannot answer now', detail: 'It may be busy. Try again in a moment.' },
        internal_error: {
          title: 'The service failed',
          detail: 'This is a fault of the service. Tell the person who runs it the request ID.',
        },
        sign_in_off: { title: 'This service has no provider for signing in', detail: 'Sign in with a key or a link.' },
        sign_in_failed: { title: 'The sign-in failed' },
        sign_in_refused: { title: 'You may not sign in here' },
      } satisfies Partial<Record<ProblemCode, unknown>>,
    },
  }
}
