import express from 'express';
import { message, page, success } from './respond.js';

interface User {
  id: number;
}
declare const users: User[];
declare const text: string;
declare const user: User;
declare const either: User | string;

const app = express();
app.get('/object', (req, res) => success(res, { id: 1 }));
app.get('/typed', (req, res) => success(res, user));
app.get('/list', (req, res) => success(res, users));
app.get('/text', (req, res) => success(res, text));
app.get('/either', (req, res) => success(res, either));
app.get('/page', (req, res) => page(res, users));
app.get('/whole', (req, res) => page(res, user));
app.get('/message', (req, res) => message(res, 'done'));
app.get('/told', (req, res) => message(res, user));
app.get('/broken', (req, res) => message(res, 'done'));
app.listen(3000);
