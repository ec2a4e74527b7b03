import express from 'express';

interface Folder {
  name: string;
  parent: string | null;
  folders: Folder[];
}
interface Deleted {
  name: string | null;
  parent: string | null;
  folders: Deleted[];
}

declare const root: Folder;
declare const trash: Deleted;

const app = express();
app.get('/folders', (req, res) => res.json(root));
app.get('/trash', (req, res) => res.json(trash));
