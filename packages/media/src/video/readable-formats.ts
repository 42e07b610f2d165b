/** The supported containers, by ffmpeg's names. None of them can refer to another file or an address. */
export const containers =
  'mov,matroska,webm,avi,asf,flv,mpeg,mpegvideo,mpegts,ogg,mp3,aac,flac,wav,aiff,caf,ac3,eac3,wv,mxf,rm,dv,h264,hevc,m4v,ivf'

const pictures = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'vvc', 'theora'],
  ...['mpeg1video', 'mpeg2video', 'mpegvideo', 'mpeg4', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'h263', 'h263p', 'flv'],
  ...['vp6', 'vp6f', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'rv30', 'rv40', 'svq3', 'mjpeg', 'dvvideo'],
  ...['prores', 'dnxhd', 'cfhd', 'ffv1', 'huffyuv', 'ffvhuff', 'utvideo', 'qtrle', 'rawvideo', 'png'],
]

const sounds = [
  ...['aac', 'aac_latm', 'mp3', 'mp3float', 'mp2', 'mp2float', 'ac3', 'eac3', 'dca', 'truehd', 'opus', 'libopus'],
  ...['vorbis', 'flac', 'alac', 'wavpack', 'amrnb', 'amrwb', 'cook', 'nellymoser', 'gsm_ms'],
  ...['wmav1', 'wmav2', 'wmapro'],
  ...['pcm_s8', 'pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_bluray'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_alaw', 'pcm_mulaw', 'pcm_dvd'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf'],
]

/** ffprobe ends when it may not open the subtitles of a video, although nobody draws them. */
const subtitles = [
  ...['srt', 'subrip', 'ass', 'ssa', 'webvtt', 'mov_text', 'text', 'cc_dec'],
  ...['pgssub', 'dvbsub', 'dvdsub', 'xsub'],
]

/**
 * The allowed decoders, by ffmpeg's names: the formats that cameras, phones and common programs write. ffmpeg has hundreds of
 * others, for games and obsolete formats, whose vulnerabilities few people look for.
 */
export const decoders = [...pictures, ...sounds, ...subtitles].join()
