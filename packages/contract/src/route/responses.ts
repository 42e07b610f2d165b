import { Problem } from '../problem/problem.js'

/** The responses that every route may give. */
export const always = {
  400: Problem,
  406: Problem,
  408: Problem,
  429: Problem,
  431: Problem,
  500: Problem,
  501: Problem,
  503: Problem,
}

export const withBody = { 413: Problem, 415: Problem }

export const withKey = { 401: Problem, 403: Problem }

export const withId = { 404: Problem }
